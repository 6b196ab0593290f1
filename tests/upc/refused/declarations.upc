#include <upc.h>
struct s {
  shared int member;             // refused: a member of a struct or union cannot be shared
};
shared int returns(void);        // refused: a function cannot return a shared type
shared [-2] int negative;        // refused: the block size is negative
shared [-1] int *minus_one;      // refused: the block size is negative
shared [-1000] int no_space;     // refused: the block size is negative
typedef shared [-2] int negative_type;   // refused: the block size is negative
void takes_negative(shared [-1u] int *);  // refused: the block size is negative
int size_of_negative = sizeof(shared [-3] int);  // refused: the block size is negative
shared [UPC_MAX_BLOCK_SIZE + 1] int large[THREADS];  // refused: larger than UPC_MAX_BLOCK_SIZE
shared [99999999999] int huge[THREADS];  // refused: larger than UPC_MAX_BLOCK_SIZE
shared int one_more[THREADS*2+1];   // refused: THREADS must be a factor of the dimension
shared int more_one[1+2*THREADS];   // refused: THREADS must be a factor of the dimension
shared int in_brackets[(2*THREADS)+1];  // refused: THREADS must be a factor of the dimension
shared int half[THREADS/2];      // refused: THREADS must be a factor of the dimension
shared [2] void *layout;         // refused: shared void has no layout
shared [*] int even[5 * THREADS], as_even[THREADS][5], uneven[7 * THREADS];  // refused: declare them apart
shared [4] shared [2] int twice[THREADS];  // refused: two layout qualifiers
shared int without[10];          // refused: THREADS must be a factor of one dimension
shared int sum[THREADS + 2];     // refused: THREADS as a factor of one dimension
shared int narrow[(int)THREADS];    // refused: THREADS as a factor of one dimension
shared int product[2 * (int)(THREADS * 2)];  // refused: THREADS as a factor of one dimension
shared char sized[sizeof(int) * THREADS];
shared int wide[THREADS * (unsigned long)2];
int private[THREADS];            // refused: the size of a private array cannot depend on THREADS
int (*to_private)[THREADS];      // refused: the size of a private array cannot depend on THREADS
typedef int turn[THREADS], turns[2][THREADS];
shared turn shared_turn, *to_shared_turn;
turn private_turn;               // refused: the size of a private array cannot depend on THREADS
turns *to_turns;                 // refused: the size of a private array cannot depend on THREADS
struct with_turn {
  turn member;                   // refused: the size of a private array cannot depend on THREADS
};
int takes_turn(turn parameter) {
  int of_block[THREADS];
  turn local;                    // refused: the size of a private array cannot depend on THREADS
  turn *pointer = (turn *)parameter;  // refused: the size of a private array cannot depend on THREADS
  return sizeof(turn) + sizeof of_block;  // refused: the size of a private array cannot depend on THREADS
}
enum { kNoFactor = upc_localsizeof(shared int[THREADS + 2]) };  // refused: THREADS must be a factor of one dimension
enum { kTwice = upc_localsizeof(shared int[THREADS][THREADS]) };  // refused: THREADS is a factor of one dimension
enum { kAll = sizeof(shared int[THREADS]) };  // refused: expression is not an integer constant expression
enum { kThreads = THREADS };     // refused: expression is not an integer constant expression
struct with_thread { int bits : MYTHREAD; };  // refused: expression is not an integer constant expression
shared [THREADS] int block[THREADS];  // refused: a block size that depends on THREADS
strict int unshared;             // refused: strict is for shared types
int *relaxed pointer;            // refused: relaxed is for shared types
typedef shared [*] int divided;  // refused: the layout [*] is for variables
typedef strict shared int strict_int;
relaxed strict_int both;         // refused: a type cannot be both strict and relaxed
typedef relaxed shared int relaxed_int;
strict relaxed_int by_name;      // refused: a type cannot be both strict and relaxed
shared relaxed strict int two;   // refused: a type cannot be both strict and relaxed
typedef shared int shared_int;
strict shared_int through_typedef;
shared [2] relaxed int after[2 * THREADS];
shared char *begin = (shared char *)wide, *third = (shared char *)&wide[3];
shared char *stepped = (shared char *)wide + 5;      // refused: takes another layout than that of the variable
shared [4] int *other = &((shared [4] int *)wide)[5];  // refused: takes another layout than that of the variable
shared [2] short pairs[2 * THREADS];
shared [2] char *begin_of_pairs = (shared [2] char *)pairs;
shared [2] char *phased = (shared [2] char *)&pairs[1];  // refused: takes another layout than that of the variable
shared [2] short *back = (shared [2] short *)(shared [] short *)&pairs[1];  // refused: takes another layout than that of the variable
shared [2] short *begin_again = (shared [2] short *)(shared [] short *)pairs;
shared _Atomic int atomic;       // refused: use upc_atomic.h
shared struct { _Atomic long count[2]; } counters;  // refused: use upc_atomic.h
typedef _Atomic int atomic_int;
shared [] atomic_int *to_atomic;  // refused: use upc_atomic.h
static _Atomic int private_atomic;
void f(shared int parameter) {   // refused: a parameter cannot be shared
  typedef shared int (*rows)[THREADS][13][THREADS];  // refused: THREADS is a factor of one dimension
  typedef shared int (*one_row)[THREADS][13];
  shared int automatic;          // refused: a shared variable must have static storage
}
