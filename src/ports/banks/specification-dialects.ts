/** How lists are written that say what a payment is for: by its first line each is known. */
export interface SpecificationDialect {
  name: string
  delimiter: ';' | ',' | '\t'
  decimal: ',' | '.'
  /** The heading of each field. A list has the amount, and one of the others at least. */
  columns: { reference: string; invoiceNumber: string; amount: string; currency?: string }
}

/** A new one is a few lines here, and a sample in `test/payments/read-specification.test.ts`. */
export const specificationDialects: readonly SpecificationDialect[] = [
  {
    name: 'plain',
    delimiter: ';',
    decimal: '.',
    columns: {
      reference: 'reference',
      invoiceNumber: 'invoiceNumber',
      amount: 'amount',
      currency: 'currency',
    },
  },
  {
    name: 'plain with commas',
    delimiter: ',',
    decimal: '.',
    columns: {
      reference: 'reference',
      invoiceNumber: 'invoiceNumber',
      amount: 'amount',
      currency: 'currency',
    },
  },
  {
    name: 'Swedish list of what is paid',
    delimiter: ';',
    decimal: ',',
    columns: {
      reference: 'Referens',
      invoiceNumber: 'Fakturanummer',
      amount: 'Belopp',
      currency: 'Valuta',
    },
  },
]
