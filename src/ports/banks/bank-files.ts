import type { BankFileRead, EntryRead, HeadRead } from '../../domain/payments/bank-file.ts'
import type { Apart } from '../apart/apart.ts'
import type { Streamed } from '../apart/kinds.ts'
import { entriesIn, headsIn } from './pages.ts'

export interface BankFile extends BankFileRead {
  /** Its good entries, page by page; each is an object only while it is looked at. */
  pages(): Iterable<readonly EntryRead[]>
  /** The same pages, and of each entry only its head. */
  heads(): Iterable<readonly HeadRead[]>
}

/** What a file of a bank says, up to this day. */
export async function readBankFile(
  apart: Apart,
  tenantId: string,
  bytes: Uint8Array | Streamed,
  today: string,
): Promise<BankFile> {
  const { value, parts } = await apart.do('bankFile', tenantId, {
    value: { today },
    parts: [bytes],
  })
  return {
    ...(value as BankFileRead),
    *pages() {
      for (let at = 1; at < parts.length; at += 2) yield entriesIn(parts[at]!)
    },
    *heads() {
      for (let at = 0; at < parts.length; at += 2) yield headsIn(parts[at]!)
    },
  }
}
