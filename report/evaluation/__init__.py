"""The paper's evaluation, repeated here: what is run, how, and the page that shows it."""
