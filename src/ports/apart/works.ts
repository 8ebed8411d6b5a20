import type { Kind, Work } from './kinds.ts'

/** What does each kind of work. Nothing of it is ever loaded by a process that serves. */
export const works: Readonly<Record<Kind, () => Promise<Work>>> = {
  picture: async () => (await import('../pictures/decode-picture.ts')).decodePicture,
  logotype: async () => (await import('../pictures/decode-picture.ts')).decodeLogotype,
  rates: async () => (await import('../rates/read-rates.ts')).readRatesApart,
  bankFile: async () => (await import('../banks/read-bank-file.ts')).readBankFileApart,
  statusReport: async () => (await import('../banks/read-status-report.ts')).readStatusReportApart,
  privateKey: async () => (await import('../sftp/open-key.ts')).openKeyApart,
  specification: async () =>
    (await import('../banks/read-specification.ts')).readSpecificationApart,
  invoicePdf: async () => (await import('../pdf/invoice/draw-invoice.ts')).drawInvoiceApart,
}
