import { isBound } from '../../domain/access/scope.ts'
import { normalisedNumber, spellingsOf } from '../../domain/identification-number.ts'
import { notFound, refuse } from '../../domain/refusal.ts'
import { idPattern } from '../../entities/ids.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * The identity with this number, however it is written; its id finds it as well. Where two
 * countries have given the same, its country stands before it. None of it is there for a client.
 */
export async function systemDebtorNumbered(unit: Unit, written: string): Promise<SystemDebtor> {
  if (isBound(unit.scope)) return notFound()
  if (idPattern('SystemDebtor').test(written)) return unit.load(SystemDebtor, written)
  const known = await unit.all(SystemDebtor, { identificationNumber: spellingsOf(written) })
  const bare = normalisedNumber(written, '')
  const [country] = /^[A-Z]{2}(?=\d)/.exec(bare) ?? []
  const found = known.filter(
    ({ countryCode, identificationNumber }) =>
      country === undefined || countryCode === country || identificationNumber === bare,
  )
  const [one, ...others] = found
  if (one === undefined) return notFound()
  if (others.length === 0) return one
  const countries = found.map(({ countryCode }) => countryCode).toSorted()
  const full = `${countries[0]}${one.identificationNumber}`
  return refuse('NUMBER_OF_SEVERAL', {
    detail: `It is a number of ${countries.join(' and ')}: write ${full}.`,
  })
}
