#include "colour.h"

static const Colour kScale[] = {{0, 0, 4},     {31, 12, 72},   {85, 15, 109},  {136, 34, 106}, {186, 54, 85},
                                {227, 89, 51}, {249, 140, 10}, {249, 201, 50}, {252, 255, 164}};
enum { kLast = sizeof(kScale) / sizeof(kScale[0]) - 1 };

static unsigned char between(unsigned char a, unsigned char b, double share) {
  return (unsigned char)(a + share * (b - a) + 0.5);
}

Colour colour_of(double heat) {
  if (!(heat > 0)) return kScale[0];
  if (heat >= 1) return kScale[kLast];
  const int at = (int)(heat * kLast);
  const double share = heat * kLast - at;
  const Colour a = kScale[at], b = kScale[at + 1];
  return (Colour){between(a.red, b.red, share), between(a.green, b.green, share), between(a.blue, b.blue, share)};
}
