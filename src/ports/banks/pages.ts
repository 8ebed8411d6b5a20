import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { EntryRead, HeadRead } from '../../domain/payments/bank-file.ts'

// Entries on their way from one process to another: a page is the values of each in one order, so
// that many take little room, and pressed, since all of a file wait here until they are taken.

const all = true
const entryFields = fieldsOf<EntryRead>({
  place: all,
  kind: all,
  statement: all,
  account: all,
  currency: all,
  amount: all,
  bookDate: all,
  valueDate: all,
  reference: all,
  split: all,
  message: all,
  payerName: all,
  payerAccount: all,
  payerIdentificationNumber: all,
  bankRef: all,
  endToEndId: all,
  key: all,
  group: all,
  groupOtherwise: all,
})
const headFields = fieldsOf<HeadRead>({
  place: all,
  key: all,
  groupOtherwise: all,
  batch: all,
  moves: all,
  returns: all,
})

/** None can be forgotten. */
function fieldsOf<T>(fields: Readonly<Record<keyof T, typeof all>>): (keyof T & string)[] {
  return Object.keys(fields) as (keyof T & string)[]
}

export const packedEntries = (entries: readonly EntryRead[]) => packed(entryFields, entries)
export const packedHeads = (heads: readonly HeadRead[]) => packed(headFields, heads)
export const entriesIn = (page: Uint8Array) => unpacked(entryFields, page)
export const headsIn = (page: Uint8Array) => unpacked(headFields, page)

const packed = <T>(fields: readonly (keyof T)[], page: readonly T[]): Uint8Array =>
  deflateRawSync(JSON.stringify(page.map((one) => fields.map((field) => one[field]))), {
    level: 1,
  })

/** No page says more: it comes from a process that has read foreign bytes. */
const pageMost = 64 * 2 ** 20

function unpacked<T>(fields: readonly (keyof T & string)[], page: Uint8Array): T[] {
  const text = inflateRawSync(page, { maxOutputLength: pageMost }).toString()
  const rows = JSON.parse(text) as unknown[][]
  return rows.map((values) => {
    const one: Record<string, unknown> = {}
    for (let at = 0; at < fields.length; at++) one[fields[at]!] = values[at]
    return one as T
  })
}
