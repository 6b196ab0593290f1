// The command line of an app: its own options as a table, and those that all have.
#pragma once

typedef struct {
  const char* name;   // without the dashes; null ends the table
  const char* value;  // what its value is called
  const char* help;
  long low, high;
  long* number;
} Option;

typedef struct {
  const char* json;  // null: no file
  const char* png;   // null: no picture
  int check, progress;
  int spoil;  // a wrong value is put into the result before it is checked
} Settings;

typedef enum { kRun, kHelp, kBadUsage } Usage;

/// PE 0 prints the help, or one line that says what is wrong. `picture`: the app has --png.
Usage command_line(const char* app, const char* about, const Option* options, int picture, Settings* settings, int argc,
                   char** argv);
