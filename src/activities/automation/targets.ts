import { entitiesOfTargets, targetTypes, type TargetType } from '../../domain/system/target.ts'
import type { EventFacts } from '../../domain/automation/automation.ts'
import { entities } from '../../entities/all.ts'
import { families } from '../../entities/events.ts'
import { allTables, type TableFacts } from '../../entities/table.ts'

/** What events of this family are about, as far as actions can be done on it; the nearest first. */
export function targetsOf(type: string): readonly TargetType[] {
  const found = new Set(allTables().flatMap((table) => targetsOfTable(table, type)))
  if (families.get(type)?.shows?.includes('invoiceId') === true) found.add('INVOICE')
  const nearest: readonly TargetType[] = [
    'INVOICE',
    'BUSINESS_LOAN',
    'DEBTOR',
    'SYSTEM_DEBTOR',
    'CLIENT',
  ]
  return nearest.filter((each) => found.has(each))
}

function targetsOfTable(facts: TableFacts, type: string): TargetType[] {
  const declared = facts.events?.[type]
  if (declared === undefined) return []
  const { trail, owner, clientColumn, debtorColumn, table } = facts
  const named = entities.find(({ meta }) => meta.tableName === table)?.meta.className
  const owned = [trail, owner].flatMap((each) => {
    if (each === undefined) return []
    const { entity } = each
    if (typeof entity === 'string') return [entity]
    const word = declared.of?.[entity.field]
    return word === undefined ? Object.values(entity.entities) : [entity.entities[word]]
  })
  return [
    ...targetTypes.filter((each) => [named, ...owned].includes(entitiesOfTargets[each])),
    ...(clientColumn === undefined ? [] : (['CLIENT'] as const)),
    ...(debtorColumn === undefined ? [] : (['DEBTOR'] as const)),
  ]
}

interface Happened {
  subjectType: string
  subjectId: string
  clientId?: string | null | undefined
  facts: EventFacts
}

/** Which of them an event is about. */
export function targetIdOf(type: TargetType, event: Happened): string | undefined {
  const { subjectType, subjectId, clientId, facts } = event
  const entity = entitiesOfTargets[type]
  if (subjectType === entity) return subjectId
  if (facts.ownerType === entity) return facts.ownerId
  if (type === 'CLIENT') return clientId ?? undefined
  if (type === 'DEBTOR') return facts.debtorId ?? undefined
  const { invoiceId } = facts.data
  return type === 'INVOICE' && typeof invoiceId === 'string' ? invoiceId : undefined
}
