// What PE 0 writes at the end.
#pragma once
#include <cstdio>

#include "analysis.hpp"

namespace isthmus::profile {

/// The page: page.html with the data in its place.
void write_page(std::FILE* out, const JobReport& job, const Analysis& analysis);
/// Ten lines for the terminal. `file` is where the page is.
void print_summary(std::FILE* out, const JobReport& job, const Analysis& analysis, const char* file);

}  // namespace isthmus::profile
