import { beforeAll, describe, expect, it } from 'vitest'
import { textbookEnforcer } from '../../src/policy/explain.ts'
import { createGate, type Gate } from '../../src/policy/gate.ts'
import { RightSet } from '../../src/policy/right-set.ts'
import { rightNames, type Right } from '../../src/policy/rights.ts'
import { fractions } from '../support/chance.ts'
import { seed } from '../support/seed.ts'

let gate: Gate
beforeAll(async () => {
  gate = await createGate()
})

describe('the gate', () => {
  it('names the right that opened', () => {
    const held = RightSet.of(['ExtErpConnection', 'ReadInvoices'])
    expect(gate.allows(held, { anyOf: ['ReadInvoices'] })).toBe('ReadInvoices')
    expect(gate.allows(held, { anyOf: ['ExtErpOnboarding', 'ExtErpConnection'] })).toBe(
      'ExtErpConnection',
    )
  })

  it('stays shut without a right, and for a requirement that names none', () => {
    expect(gate.allows(RightSet.of([]), { anyOf: ['ReadInvoices'] })).toBeUndefined()
    expect(gate.allows(RightSet.of(rightNames), { anyOf: [] })).toBeUndefined()
  })

  it('lets the unrestricted right win over its restricted twin, in either order', () => {
    const twins = ['ReadUnplacedPaymentClientRestricted', 'ReadUnplacedPayment'] as const
    for (const anyOf of [twins, twins.toReversed()]) {
      expect(gate.allows(RightSet.of(twins), { anyOf })).toBe(twins[1])
      expect(gate.allows(RightSet.of([twins[0]]), { anyOf })).toBe(twins[0])
    }
  })

  it('opens for every single right and for no other', () => {
    for (const name of rightNames) {
      expect(gate.allows(RightSet.of([name]), { anyOf: [name] })).toBe(name)
      const others = RightSet.of(rightNames.filter((other) => other !== name))
      expect(gate.allows(others, { anyOf: [name] })).toBeUndefined()
    }
  })
})

const tenants = ['T.one', 'T.two']
const subjects = [...Array(20).keys()].map((at) => `U${at}`)

/** Twenty roles of random rights, and subjects who hold up to three of them in each tenant. */
const randomPolicy = () => {
  const random = fractions(seed)
  const roles = [...Array(20).keys()].map((at) => ({
    id: `R${at}`,
    rights: rightNames.filter(() => random() < 0.12),
  }))
  const held = tenants.flatMap((tenant) =>
    subjects.flatMap((subject) =>
      roles
        .filter(() => random() < 0.1)
        .slice(0, 3)
        .map((role) => ({ subject, tenant, role })),
    ),
  )
  const sample = rightNames.filter(() => random() < 0.025)
  return { roles, held, sample }
}

describe('the compiled sets', () => {
  it(`agree with the textbook enforcer (SEED=${seed})`, { timeout: 120_000 }, async () => {
    const { roles, held, sample } = randomPolicy()
    const lines = roles.flatMap(({ id, rights }) =>
      rights.map((right) => ({ roleId: id, roleName: id, right })),
    )
    const holders = held.map(({ subject, tenant, role }) => ({ subject, tenant, roleId: role.id }))
    const compiled = (subject: string, tenant: string) =>
      held
        .filter((row) => row.subject === subject && row.tenant === tenant)
        .map(({ role }) => RightSet.of(role.rights))
        .reduce((all, role) => all.union(role), RightSet.of([]))
    // The textbook looks at every line for every question, so it is asked of some rights at a time.
    for (let from = 0; from < rightNames.length; from += 50) {
      const some = new Set<Right>(rightNames.slice(from, from + 50))
      const textbook = await textbookEnforcer(
        lines.filter(({ right }) => some.has(right)),
        holders,
      )
      const differences = (subject: string, tenant: string, rights: readonly Right[]) => {
        const set = compiled(subject, tenant)
        return rights.filter(
          (right) =>
            textbook.grants(subject, tenant, right) !==
            (gate.allows(set, { anyOf: [right] }) === right),
        )
      }
      const sampled = sample.filter((right) => some.has(right))
      for (const subject of subjects)
        for (const tenant of tenants) expect(differences(subject, tenant, sampled)).toEqual([])
      for (const subject of subjects.slice(0, 2))
        expect(differences(subject, tenants[0]!, [...some])).toEqual([])
    }
  })
})
