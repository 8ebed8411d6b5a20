import type { BankFileRead, EntryRead } from '../../domain/payments/bank-file.ts'
import type { Apart } from '../apart/apart.ts'

export interface BankFile extends BankFileRead {
  /** Its good entries, page by page; each is an object only while it is looked at. */
  pages(): Iterable<readonly EntryRead[]>
}

/** What a file of a bank says, up to this day. */
export async function readBankFile(
  apart: Apart,
  tenantId: string,
  bytes: Uint8Array,
  today: string,
): Promise<BankFile> {
  const { value, parts } = await apart.do('bankFile', tenantId, {
    value: { today },
    parts: [bytes],
  })
  return {
    ...(value as BankFileRead),
    *pages() {
      for (const part of parts) yield JSON.parse(Buffer.from(part).toString()) as EntryRead[]
    },
  }
}
