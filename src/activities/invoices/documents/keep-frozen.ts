import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import {
  packed,
  unpacked,
  type DebtorShown,
  type SenderShown,
} from '../../../domain/invoices/documents/packed.ts'
import { Snapshot } from '../../../entities/snapshot.ts'
import { byField, rowsOf } from '../../../kernel/read/rows.ts'
import { idOfContent } from '../../../kernel/write/ids.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Where a row has what its document shows: its own values, and what it shares with others. */
export interface Kept {
  frozen: unknown[]
  senderShownId: string
  debtorShownId: string
}

/** What documents share is written with the row, where it is not there yet. */
export function keepFrozen(unit: Unit, frozen: FrozenInvoice): Kept {
  const { own, sender, debtor } = packed(frozen)
  const keep = (shown: SenderShown | DebtorShown) => {
    const body = JSON.stringify(shown)
    const id = idOfContent('Snapshot', `${frozen.clientId} ${body}`)
    newIn(unit).set(id, { clientId: frozen.clientId, body })
    return id
  }
  return { frozen: [...own], senderShownId: keep(sender), debtorShownId: keep(debtor) }
}

type News = Map<string, { clientId: string; body: string }>

const newInUnits = new WeakMap<Unit, News>()

function newIn(unit: Unit): News {
  let news = newInUnits.get(unit)
  if (news === undefined) {
    newInUnits.set(unit, (news = new Map()))
    unit.follow(() => write(unit))
  }
  return news
}

/** In one order, since who writes the same at the same time waits for the other's commit. */
function write(unit: Unit): void {
  const rows = [...(newInUnits.get(unit) ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1))
  newInUnits.delete(unit)
  unit.transaction.ahead(
    `insert into snapshot (tenant_id, id, client_id, body)
     select $1, s.id, s.client_id, s.body
     from unnest($2::uuid[], $3::uuid[], $4::json[]) s (id, client_id, body)
     on conflict do nothing`,
    [
      unit.tenantId,
      rows.map(([id]) => id),
      rows.map(([, { clientId }]) => clientId),
      rows.map(([, { body }]) => body),
    ],
  )
}

/** A row that may have what a document shows. */
export interface Keeper {
  id: string
  tenantId: string
  clientId?: string | null | undefined
  invoiceId?: string | null | undefined
  frozen?: unknown[] | null | undefined
  senderShownId?: string | null | undefined
  debtorShownId?: string | null | undefined
}

export const keeperFields = [
  'id',
  'tenantId',
  'clientId',
  'invoiceId',
  'frozen',
  'senderShownId',
  'debtorShownId',
] as const

export async function frozenOf(unit: Unit, row: Keeper): Promise<FrozenInvoice | null> {
  return (await frozenOfEach(unit, [row])).get(row.id) ?? null
}

/** By row, as it was frozen. Whoever may see the row may see what it shares with others. */
export async function frozenOfEach(
  unit: Unit,
  rows: readonly Keeper[],
): Promise<ReadonlyMap<string, FrozenInvoice>> {
  const those = rows.filter(({ frozen }) => frozen != null)
  if (those.length === 0) return new Map()
  const ids = those.flatMap(({ senderShownId, debtorShownId }) => [
    String(senderShownId),
    String(debtorShownId),
  ])
  const found = await unit.widened(() =>
    rowsOf(unit, Snapshot, { id: [...new Set(ids)] }, ['id', 'body']),
  )
  const byId = byField(found, 'id')
  const shown = (id: unknown) => {
    const snapshot = byId.get(String(id))
    if (snapshot === undefined) throw new Error(`the snapshot ${String(id)} is gone`)
    return snapshot.body
  }
  return new Map(
    those.map((row) => {
      const named = {
        tenantId: row.tenantId,
        // Of what is about no invoice the row itself.
        invoiceId: row.invoiceId ?? row.id,
        clientId: String(row.clientId),
      }
      const sender = shown(row.senderShownId) as SenderShown
      const debtor = shown(row.debtorShownId) as DebtorShown
      return [row.id, unpacked(named, { own: row.frozen ?? [], sender, debtor })]
    }),
  )
}
