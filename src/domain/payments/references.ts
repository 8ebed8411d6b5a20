/** A reference as it is compared: as banks send it, with or without spaces and leading zeros. */
export const plainReference = (reference: string): string =>
  withoutMarks(reference).replace(/^0+(?=\d+$)/, '')

/** As a bank checks it. */
export const withoutMarks = (reference: string): string =>
  reference.replaceAll(/[\s-]/g, '').toUpperCase()

/** The ways in which one that is compared so may have been made: a hyphen can be its check digit. */
export const madeAs = (plain: string): string[] =>
  /^\d+$/.test(plain) ? [plain, `${plain}-`] : [plain]

/**
 * The numbers of loans that a reference which is compared so may name: the number itself, as it is
 * compared, or behind the check digits of a creditor reference.
 */
export const loanNumbersIn = (plain: string): string[] =>
  /^RF\d{2}.+$/.test(plain) ? [plain, plainReference(plain.slice(4))] : [plain]
