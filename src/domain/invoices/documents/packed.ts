import type { FrozenInvoice, FrozenRow } from './frozen-invoice.ts'

const texts = ['message', 'interestText', 'assignmentText', 'footer'] as const
type Texts = Partial<Pick<FrozenInvoice, (typeof texts)[number]>>

/** What stands alike on many documents of a client. */
export interface SenderShown extends Pick<
  FrozenInvoice,
  'produce' | 'language' | 'look' | 'currency' | 'sender'
> {
  /** Who is paid, and where; none on a credit note. */
  payee: Omit<NonNullable<FrozenInvoice['payment']>, 'reference'> | null
  texts: Texts
}

/** What stands alike on many documents for a debtor. */
export type DebtorShown = FrozenInvoice['debtor'] & { debtorId: string }

/** What the row of a document or activation knows by itself. */
export type Named = Pick<FrozenInvoice, 'tenantId' | 'invoiceId' | 'clientId'>

/** A frozen invoice without what others share with it; its own values as `ownFields` lists them. */
export interface Packed {
  own: readonly unknown[]
  sender: SenderShown
  debtor: DebtorShown
}

/** New fields are added at the end, since the values of documents there are stand in this order. */
const ownFields = [
  'format',
  'activation',
  'frozenAt',
  'type',
  'notice',
  'invoiceNumber',
  'invoiceDate',
  'expireDate',
  'deliveryDate',
  'references',
  'vats',
  'net',
  'vat',
  'vatInBase',
  'rounding',
  'gross',
  'credits',
  'retentionUntil',
] as const satisfies readonly (keyof FrozenInvoice)[]
type Own = Pick<FrozenInvoice, (typeof ownFields)[number]>

const rowFields = [
  'type',
  'articleNumber',
  'description',
  'quantity',
  'unit',
  'price',
  'discount',
  'vatPercentage',
  'net',
] as const satisfies readonly (keyof FrozenRow)[]

/** They are left out where there is none, and not null. */
const optional: ReadonlySet<string> = new Set(['notice', 'vatInBase'])

export function packed(frozen: FrozenInvoice): Packed {
  const { produce, language, look, currency, sender, payment, debtor, debtorId } = frozen
  const isOwn = isOfInvoice(frozen)
  const own = Object.fromEntries(texts.map((name) => [name, frozen[name]]).filter(isOwn))
  const alike = Object.fromEntries(texts.filter((name) => !(name in own)).map(textIn(frozen)))
  const payee = payment === null ? null : { payee: payment.payee, account: payment.account }
  return {
    own: [
      ownFields.map((field) => frozen[field] ?? null),
      frozen.rows.map((row) => rowFields.map((field) => row[field])),
      payment?.reference ?? null,
      own,
    ],
    sender: { produce, language, look, currency, sender, payee, texts: alike },
    debtor: { ...debtor, debtorId },
  }
}

const textIn = (frozen: FrozenInvoice) => (name: (typeof texts)[number]) => [name, frozen[name]]

/**
 * Whether a text mentions what this invoice alone has. Either answer keeps the same document: one
 * that is wrong only shares less.
 */
function isOfInvoice({ invoiceNumber, invoiceDate, expireDate, gross, ...frozen }: FrozenInvoice) {
  const { payment, debtor } = frozen
  const own = [invoiceNumber, invoiceDate, expireDate, gross, payment?.reference]
  const words = [...own, debtor.name, debtor.customerNumber].filter((word) => word)
  return ([, text]: readonly unknown[]): boolean =>
    typeof text === 'string' && words.some((word) => text.includes(String(word)))
}

/** The frozen invoice as it was before it was packed. */
export function unpacked(named: Named, { own, sender: shown, debtor }: Packed): FrozenInvoice {
  const [values, rows, reference, texts] = own as [unknown[], unknown[][], string | null, Texts]
  const { produce, language, look, currency, sender, payee } = shown
  const { debtorId, ...party } = debtor
  return {
    ...named,
    debtorId,
    produce,
    language,
    look,
    currency,
    sender,
    debtor: party,
    ...(withNames(ownFields, values) as unknown as Own),
    rows: rows.map((row) => withNames(rowFields, row) as unknown as FrozenRow),
    payment: payee === null ? null : { ...payee, reference },
    ...(shown.texts as Required<Texts>),
    ...texts,
  }
}

function withNames(fields: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const all = fields.map((field, at) => [field, values[at] ?? null] as const)
  return Object.fromEntries(all.filter(([name, value]) => value !== null || !optional.has(name)))
}
