import type { EntityName } from '@mikro-orm/core'
import { z } from 'zod'
import { shownNumber, type BankAccountKind } from '../../domain/clients/bank-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'

interface Numbered {
  id: string
  kind: BankAccountKind
  number: string
}

/** Lists read nothing that is told in no changelog: numbers are asked for beside them. */
export const withNumbers = <E extends Numbered>(entity: EntityName<E>) => ({
  more: { number: z.string().meta({ example: 'SE45 5000 0000 0583 9825 7466' }) },
  facts: async (unit: Unit, rows: readonly E[]): Promise<ReadonlyMap<string, string>> => {
    const ids = rows.map(({ id }) => id)
    const all = await unit.readEach(entity, 'id = any($2)', [ids])
    return new Map(all.map(({ id, kind, number }) => [id, shownNumber(kind, number)]))
  },
  show: ({ id, kind, number }: E, numbers: ReadonlyMap<string, string>) => ({
    number: numbers.get(id) ?? shownNumber(kind, number),
  }),
})
