import type { EventDraft } from '../bookkeeping/book.ts'

/** What is left of a reserve is the client's, once its claim owes nothing to the tenant (P7). */
export function reserveReleased(
  by: Omit<EventDraft, 'type' | 'component' | 'amount'>,
  left: bigint,
): EventDraft[] {
  if (left <= 0n) return []
  const { claim, clientId, debtorId, currency, bookDate, valueDate, sourceType, sourceId } = by
  return [
    {
      ...(claim && { claim }),
      ...(clientId !== undefined && { clientId }),
      ...(debtorId !== undefined && { debtorId }),
      ...(valueDate !== undefined && { valueDate }),
      currency,
      bookDate,
      sourceType,
      sourceId,
      text: by.text,
      type: 'RESERVE_RELEASED',
      amount: 0n,
      sourceKey: `${by.sourceKey}/reserve`,
      facts: { ...by.facts, amount: `${left}` },
    },
  ]
}
