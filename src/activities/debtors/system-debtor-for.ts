import { normalisedNumber } from '../../domain/identification-number.ts'
import type { DebtorType } from '../../domain/debtors/debtor-sent.ts'
import { invalid } from '../../domain/refusal.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockKeyAhead } from '../../kernel/write/lock-key.ts'

interface Identity {
  identificationNumber: string
  name: string
  type: DebtorType
}

/** The identity with this number in the country, made if there is none. */
export async function systemDebtorFor(
  unit: Unit,
  { identificationNumber: written, name, type }: Identity,
  countryCode: string,
  pointer = '/debtor/identificationNumber',
): Promise<Pick<SystemDebtor, 'id' | 'bankruptcyDate'>> {
  const identificationNumber = normalisedNumber(written, countryCode)
  if (identificationNumber === '') {
    return invalid(pointer, 'NO_NUMBER', 'It holds no letter and no digit')
  }
  const where = { countryCode, identificationNumber }
  const there = await unit.find(SystemDebtor, where)
  if (there !== null) return there
  lockKeyAhead(unit, 'system debtor', `${countryCode} ${identificationNumber}`)
  const since = await unit.find(SystemDebtor, where)
  return since ?? unit.add(SystemDebtor, { ...where, name, type, status: 'ACTIVE' })
}
