import type { EntityName } from '@mikro-orm/core'
import { Article, ArticleLabel } from '../../entities/article.ts'
import { Contact } from '../../entities/contact.ts'
import { Debtor } from '../../entities/debtor.ts'
import { Document } from '../../entities/document.ts'
import { Invoice } from '../../entities/invoice.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { LabelAssignment } from '../../entities/label.ts'
import { Note } from '../../entities/note.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import { ToDo } from '../../entities/to-do.ts'
import type { Changes } from '../../kernel/write/new-row.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface Moved {
  source: Debtor
  target: Debtor
  /** Those that are not booked. */
  invoices: readonly Invoice[]
}

/** What is written down about a debtor and its unbooked invoices goes where they go. */
export async function moveWhatHangsOn(unit: Unit, moved: Moved): Promise<void> {
  const { source, target, invoices } = moved
  const place = { clientId: target.clientId, debtorId: target.id }
  const { clientId } = place
  const ids = invoices.map((invoice) => invoice.id)
  const onThem = [[source.id, ...ids]]
  for (const invoice of invoices) unit.update(Invoice, invoice, place)
  await each(unit, Article, 'invoice_id = any($2)', [ids], () => place)
  await each(unit, ArticleLabel, 'invoice_id = any($2)', [ids], () => place)
  await each(unit, InvoiceActivation, 'invoice_id = any($2)', [ids], () => ({ clientId }))
  await each(unit, Document, 'invoice_id = any($2)', [ids], () => place)
  await each(unit, Note, 'target_id = any($2)', onThem, ({ targetId, debtorId }) => ({
    clientId,
    ...(debtorId != null && { debtorId: target.id }),
    ...(targetId === source.id && { targetId: target.id }),
  }))
  await each(unit, ToDo, 'target_id = any($2)', onThem, ({ targetId }) => ({
    clientId,
    ...(targetId === source.id && { targetId: target.id }),
  }))
  await moveLabels(unit, moved, onThem)
  await moveContacts(unit, moved)
  // What came to it before comes to the other from now on.
  await each(unit, Debtor, 'moved_to_id = $2', [source.id], () => ({ movedToId: target.id }))
  const errands = `subject_id = any($2) and status in ('OPEN', 'IN_PROGRESS')`
  await each(unit, SystemErrand, errands, onThem, ({ subjectId }) => ({
    clientId,
    ...(subjectId === source.id && { subjectId: target.id }),
  }))
  await unit.flush()
}

async function each<E extends { id: string }>(
  unit: Unit,
  entity: EntityName<E>,
  where: string,
  values: readonly unknown[],
  change: (row: E) => Changes<E>,
): Promise<void> {
  const rows = await unit.readEach(entity, where, values)
  for (const row of rows) unit.update(entity, row, change(row) as never)
}

/** The other debtor may have a label of the same name. */
async function moveLabels(unit: Unit, { source, target }: Moved, onThem: readonly unknown[]) {
  const { clientId } = target
  const has = await unit.readEach(LabelAssignment, 'target_id = $2', [target.id])
  const labels = new Set(has.map(({ labelId }) => labelId))
  for (const row of await unit.readEach(LabelAssignment, 'target_id = any($2)', onThem)) {
    if (row.targetId !== source.id) unit.update(LabelAssignment, row, { clientId })
    else if (labels.has(row.labelId)) unit.remove(await unit.load(LabelAssignment, row.id))
    else unit.update(LabelAssignment, row, { clientId, targetId: target.id })
  }
}

/** One contact of a debtor is tried first. */
async function moveContacts(unit: Unit, { source, target }: Moved): Promise<void> {
  const all = await unit.readEach(Contact, 'debtor_id = any($2)', [[source.id, target.id]])
  const has = all.some(({ debtorId, preferred }) => preferred && debtorId === target.id)
  for (const contact of all.filter(({ debtorId }) => debtorId === source.id)) {
    unit.update(Contact, contact, {
      clientId: target.clientId,
      debtorId: target.id,
      ...(has && { preferred: false }),
    })
  }
}
