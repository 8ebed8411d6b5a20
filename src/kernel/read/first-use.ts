/** Made when it is first asked for: a start makes hundreds of schemas that it does not ask. */
export function atFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** The same but for some of it; what is made at first use stays unmade, as no spread leaves it. */
export function but<B extends object, M extends object>(base: B, more: M): Omit<B, keyof M> & M {
  const own = {
    ...Object.getOwnPropertyDescriptors(base),
    ...Object.getOwnPropertyDescriptors(more),
  }
  return Object.defineProperties({}, own) as Omit<B, keyof M> & M
}
