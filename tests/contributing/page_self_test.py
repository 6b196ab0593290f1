"""What page.py makes of pages: blocks are applied where they fit, and anything else is an error."""
import unittest

import page

PAGE = """\
# Title

## One

   ```cpp
   // a/new.cpp
   int x;
     int y;
   ```

   ```diff
   // a/old.cpp
    first
   +added
    last
   ```

## Two

nothing
"""


class Page(unittest.TestCase):
    def test_blocks(self):
        self.assertEqual(page.blocks(page.section(PAGE, "One")),
                         [("cpp", "a/new.cpp", "int x;\n  int y;\n"), ("diff", "a/old.cpp", " first\n+added\n last\n")])
        self.assertEqual(page.blocks(page.section(PAGE, "Two")), [])

    def test_a_section_that_is_missing(self):
        self.assertRaises(ValueError, page.section, PAGE, "Three")

    def test_added(self):
        self.assertEqual(page.added("0\nfirst\nlast\n9\n", " first\n+added\n last\n"), "0\nfirst\nadded\nlast\n9\n")

    def test_lines_that_are_not_there_or_there_twice(self):
        self.assertRaises(ValueError, page.added, "0\nfirst\n9\n", " first\n+added\n last\n")
        self.assertRaises(ValueError, page.added, "first\nfirst\n", " first\n+added\n")
        self.assertRaises(ValueError, page.added, "first\n", "+added\n")


if __name__ == "__main__":
    unittest.main()
