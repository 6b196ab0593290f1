#include <stdio.h>
#include <string.h>
#include <upc.h>
shared int *cyclic;
shared [4] int *blocked;
int *plain;
shared void *any;
shared short *shorts;
shared [] int *whole;
shared struct {
  shared int *member;
  int number, numbers[3];
} pointers;
shared struct unknown *hidden;
void *bytes;
void takes(int *);
shared [] char letters[9];
void f(void) {
  memset(cyclic, 0, 16);         // refused: this function is for private memory
  sscanf("5", "%d", &cyclic[0]);  // refused: this function is for private memory
  plain = (int *)strlen(letters);  // refused: this function is for private memory
  upc_memset(cyclic, 0, 16);
  cyclic = blocked;              // refused: assigning 'shared [4] int *' to 'shared int *'
  plain = cyclic;                // refused: assigning 'shared int *' to 'int *'
  cyclic = plain;                // refused: assigning 'int *' to 'shared int *'
  takes(blocked);                // refused: passing 'shared [4] int *' to parameter of type 'int *'
  any = cyclic;
  blocked = any;
  plain = (int *)blocked;
  cyclic = (shared int *)plain;  // refused: a pointer to private data cannot become a pointer to shared
  cyclic = (shared int *)8;      // refused: an integer cannot become a pointer to shared
  ++*(shared _Atomic int *)cyclic;  // refused: use upc_atomic.h
  (void)(bytes + 1);             // refused: arithmetic on a pointer to void
  bytes++;                       // refused: arithmetic on a pointer to void
  bytes -= 2;                    // refused: arithmetic on a pointer to void
  (void)((char *)bytes + 1);
  (void)(any + 1);               // refused: arithmetic on a pointer to shared void
  any++;                         // refused: arithmetic on a pointer to shared void
  any -= 2;                      // refused: arithmetic on a pointer to shared void
  (void)&any[1];                 // refused: arithmetic on a pointer to shared void
  (void)&bytes[1];               // refused: arithmetic on a pointer to void
  (void)(cyclic == blocked);     // refused: different layouts
  (void)(cyclic < blocked);      // refused: different layouts
  (void)(cyclic < any);          // refused: have no order
  (void)(cyclic < shorts);       // refused: have no order
  (void)(hidden < hidden);       // refused: have no order
  whole = pointers.member;       // refused: this changes the layout of a pointer to shared
  whole = (pointers.member);     // refused: this changes the layout of a pointer to shared
  whole = pointers.member + 1;   // refused: this changes the layout of a pointer to shared
  whole = &pointers.member[1];   // refused: this changes the layout of a pointer to shared
  whole = &blocked[pointers.number];  // refused: this changes the layout of a pointer to shared
  whole = blocked + pointers.number;  // refused: this changes the layout of a pointer to shared
  whole = pointers.number ? pointers.member : 0;  // refused: this changes the layout of a pointer to shared
  whole = pointers.number ? (&pointers.number) : pointers.numbers + 1;
  whole = (shared [] int *)(pointers.member);
  whole = (shared [] int *)pointers.member;
  whole = pointers.numbers;
  whole = &pointers.number;
  (void)(cyclic > 0);            // refused: have no order
  printf("%d", blocked);         // refused: can be printed by its address
  printf("%d %p", 1, cyclic);
  (void)(cyclic == any);
  (void)(cyclic == NULL);
}
