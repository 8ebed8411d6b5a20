/** How one sender of semicolon lists writes them: by its first line it is known. */
export interface CsvDialect {
  name: string
  delimiter: ';' | ',' | '\t'
  decimal: ',' | '.'
  /** The order of day, month and year. */
  date: 'YMD' | 'DMY'
  /** The heading of each field; those with a question mark may be missing. */
  columns: {
    account: string
    bookDate: string
    amount: string
    currency: string
    valueDate?: string
    reference?: string
    message?: string
    payerName?: string
    payerAccount?: string
    payerIdentificationNumber?: string
    bankRef?: string
    endToEndId?: string
  }
}

/** A new one is a few lines here, and a sample in `test/payments/read-bank-file.test.ts`. */
export const csvDialects: readonly CsvDialect[] = [
  {
    name: 'plain',
    delimiter: ';',
    decimal: '.',
    date: 'YMD',
    columns: {
      account: 'account',
      bookDate: 'bookDate',
      valueDate: 'valueDate',
      amount: 'amount',
      currency: 'currency',
      reference: 'reference',
      message: 'message',
      payerName: 'payerName',
      payerAccount: 'payerAccount',
      payerIdentificationNumber: 'payerIdentificationNumber',
      bankRef: 'bankRef',
      endToEndId: 'endToEndId',
    },
  },
  {
    name: 'Swedish account list',
    delimiter: ';',
    decimal: ',',
    date: 'YMD',
    columns: {
      account: 'Kontonummer',
      bookDate: 'Bokföringsdag',
      valueDate: 'Valutadag',
      amount: 'Belopp',
      currency: 'Valuta',
      reference: 'Referens',
      message: 'Meddelande',
      payerName: 'Avsändare',
      payerAccount: 'Avsändarkonto',
      bankRef: 'Verifikationsnummer',
    },
  },
]
