/** A reference as it is compared: as banks send it, with or without spaces and leading zeros. */
export const plainReference = (reference: string): string =>
  reference.replaceAll(/[\s-]/g, '').toUpperCase()
