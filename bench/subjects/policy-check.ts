import { availableParallelism, cpus } from 'node:os'
import { textbookEnforcer } from '../../src/policy/explain.ts'
import { createGate } from '../../src/policy/gate.ts'
import { RightSet } from '../../src/policy/right-set.ts'
import { rightNames, type Right } from '../../src/policy/rights.ts'

// What one right check costs, by the ways it could be made: one JSON line, nanoseconds each.
// Usage: node bench/subjects/policy-check.ts

const tenants = 1_000
const roles = 20
const rounds = 15

const requirements = rightNames.map((right) => ({ anyOf: [right] }))

/** The rights of one of a tenant's roles: seven in twenty, other ones in every role and tenant. */
const rightsOf = (tenant: number, role: number) =>
  rightNames.filter((_, at) => (at * 7 + role * 13 + tenant * 11 + ((at * tenant) % 31)) % 20 < 7)

const principals = [...Array(tenants).keys()].map((tenant) =>
  RightSet.of(rightsOf(tenant, tenant % roles)).union(
    RightSet.of(rightsOf(tenant, (tenant + 1) % roles)),
  ),
)

const draws = 1 << 16
const drawn = (below: number) => Uint16Array.from({ length: draws }, () => Math.random() * below)

// Who asks for what is drawn beforehand, so that the drawing is not measured.
const asked = drawn(rightNames.length)
const oneAsker = drawn(1)
const anyAsker = drawn(tenants)

const nanoseconds = (times: number, check: (draw: number) => boolean) => {
  let opened = 0
  const start = performance.now()
  for (let at = 0; at < times; at++) if (check(at & (draws - 1))) opened++
  const spent = ((performance.now() - start) * 1e6) / times
  if (opened === 0 || opened === times) throw new Error('A check that never differs shows nothing')
  return spent
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** The same check at one tenant and at all of them, in turn, so that both meet the same noise. */
const atOneAndAll = (times: number, check: (held: RightSet, right: number) => boolean) => {
  const by = (askers: Uint16Array) => (draw: number) =>
    check(principals[askers[draw]!]!, asked[draw]!)
  const pair = () => ({
    one: nanoseconds(times, by(oneAsker)),
    all: nanoseconds(times, by(anyAsker)),
  })
  pair()
  const pairs = Array.from({ length: rounds }, pair)
  return {
    oneTenant: Number(median(pairs.map(({ one }) => one)).toFixed(1)),
    thousandTenants: Number(median(pairs.map(({ all }) => all)).toFixed(1)),
    ratio: Number(median(pairs.map(({ one, all }) => all / one)).toFixed(2)),
  }
}

const textbookOf = (count: number) => {
  const each = [...Array(count).keys()]
  const roleIds = [...Array(roles).keys()]
  return textbookEnforcer(
    each.flatMap((tenant) =>
      roleIds.flatMap((role) =>
        rightsOf(tenant, role).map((right) => {
          const roleId = `${tenant}-${role}`
          return { roleId, roleName: roleId, right }
        }),
      ),
    ),
    each.flatMap((tenant) =>
      [tenant % roles, (tenant + 1) % roles].map((role) => ({
        subject: 'U',
        tenant: `T${tenant}`,
        roleId: `${tenant}-${role}`,
      })),
    ),
  )
}

const gate = await createGate()
const textbook = await textbookOf(1)
const textbookOfTen = await textbookOf(10)

const differs = (right: Right) =>
  new Set([
    textbook.grants('U', 'T0', right),
    principals[0]!.has(right),
    gate.allows(principals[0]!, { anyOf: [right] }) === right,
  ]).size > 1

const askTextbook = (enforcer: typeof textbook) => (draw: number) =>
  enforcer.grants('U', 'T0', rightNames[asked[draw]!]!)

console.log(
  JSON.stringify({
    bench: 'policy-check',
    unit: 'ns per check',
    host: { cpu: cpus()[0]?.model, cores: availableParallelism(), node: process.version },
    rights: rightNames.length,
    rolesPerTenant: roles,
    gate: atOneAndAll(100_000, (held, right) => !!gate.allows(held, requirements[right]!)),
    bitSet: atOneAndAll(2_000_000, (held, right) => held.has(right)),
    bitSetByName: atOneAndAll(1_000_000, (held, right) => held.has(rightNames[right]!)),
    textbook: {
      oneTenant: Math.round(nanoseconds(300, askTextbook(textbook))),
      tenTenants: Math.round(nanoseconds(60, askTextbook(textbookOfTen))),
    },
    differences: rightNames.filter(differs).length,
  }),
)
