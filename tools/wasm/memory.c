// The memory of a module: numba's code allocates arrays in it, and JavaScript allocates records. Freed blocks are
// kept in lists by size, a power of two; the memory grows and never shrinks.

typedef unsigned long long u64;

// The header of an array's memory, as numba declares it.
typedef struct {
  u64 references;
  void *destructor;
  void *destructor_info;
  void *data;
  u64 size;
} Head;

enum { SIZES = 32, SMALLEST = 6, BLOCK = 16, PAGE = 65536 };

extern unsigned char __heap_base;
static unsigned char *top;
static void *freed[SIZES];

__attribute__((export_name("allocate"))) void *allocate(unsigned size) {
  int class = SMALLEST;
  while ((1u << class) < size + BLOCK) class++;
  unsigned char *block = freed[class];
  if (block) {
    freed[class] = *(void **)block;
  } else {
    if (!top) top = (unsigned char *)(((unsigned)&__heap_base + 63) & ~63u);
    block = top;
    top += 1u << class;
    unsigned have = __builtin_wasm_memory_size(0);
    unsigned needed = ((unsigned)top + PAGE - 1) / PAGE;
    if (needed > have && __builtin_wasm_memory_grow(0, needed - have) == -1) __builtin_trap();
    *(int *)(block + 8) = class;
  }
  return block + BLOCK;
}

__attribute__((export_name("release"))) void release(void *place) {
  unsigned char *block = (unsigned char *)place - BLOCK;
  int class = *(int *)(block + 8);
  *(void **)block = freed[class];
  freed[class] = block;
}

void *NRT_MemInfo_alloc_aligned(u64 size, unsigned alignment) {
  Head *head = allocate((unsigned)size + sizeof(Head) + alignment);
  unsigned data = (unsigned)(head + 1);
  head->references = 1;
  head->data = (void *)((data + alignment - 1) / alignment * alignment);
  head->size = size;
  return head;
}

void *NRT_Allocate(u64 size) { return allocate((unsigned)size); }

void NRT_Free(void *place) { release(place); }

void NRT_incref(Head *head) {
  if (head) head->references++;
}

void NRT_decref(Head *head) {
  if (head && --head->references == 0) release(head);
}

// The compiler calls this for 128-bit products.
void __multi3(u64 *result, u64 a_low, u64 a_high, u64 b_low, u64 b_high) {
  u64 a0 = (unsigned)a_low, a1 = a_low >> 32, b0 = (unsigned)b_low, b1 = b_low >> 32;
  u64 low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (unsigned)middle;
  result[0] = (other << 32) | (unsigned)low;
  result[1] = a1 * b1 + (middle >> 32) + (other >> 32) + a_low * b_high + a_high * b_low;
}
