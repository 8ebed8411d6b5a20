import type { Language } from '../../languages.ts'
import type { FrozenInvoice } from './frozen-invoice.ts'

interface Facts {
  debtor: string
  client: string
  buyer: string
  invoiceNumber: string
  invoiceDate: string
}

interface Wording {
  subject(facts: Facts): string
  text(facts: Facts): string
}

const wordings: Readonly<Record<Language, Wording>> = {
  sv: {
    subject: ({ client, invoiceNumber }) =>
      `Underrättelse om överlåtelse: faktura ${invoiceNumber} från ${client}`,
    text: ({ debtor, client, buyer, invoiceNumber, invoiceDate }) =>
      `Till ${debtor}\n\n` +
      `${client} har överlåtit sin fordran enligt faktura ${invoiceNumber} av den ${invoiceDate} ` +
      `till ${buyer}.\n\n` +
      `Betala därför endast så som den bifogade underrättelsen visar. ` +
      `Beloppet är vad som återstod när fordran överläts.\n\n` +
      `Med vänlig hälsning\n${buyer}\n`,
  },
  en: {
    subject: ({ client, invoiceNumber }) =>
      `Notice of assignment: invoice ${invoiceNumber} from ${client}`,
    text: ({ debtor, client, buyer, invoiceNumber, invoiceDate }) =>
      `To ${debtor}\n\n` +
      `${client} has assigned its claim under invoice ${invoiceNumber} of ${invoiceDate} ` +
      `to ${buyer}.\n\n` +
      `Please pay only as the attached notice shows. ` +
      `The amount is what was left to pay when the claim was assigned.\n\n` +
      `Yours sincerely\n${buyer}\n`,
  },
}

/** The mail in which a notice of assignment is sent, in the language of the notice. */
export function noticeLetter(notice: FrozenInvoice): { subject: string; text: string } {
  const { subject, text } = wordings[notice.language]
  const facts = {
    debtor: notice.debtor.name,
    client: notice.sender.name,
    buyer: notice.payment?.payee ?? notice.sender.name,
    invoiceNumber: notice.invoiceNumber,
    invoiceDate: notice.invoiceDate,
  }
  return { subject: subject(facts), text: text(facts) }
}
