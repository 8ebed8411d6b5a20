import { familyOf, productCodes } from '../../src/domain/clients/product.ts'
import { allTables } from '../../src/entities/table.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { idOfUuid } from '../../src/domain/id-forms.ts'
import { tenantIn, type World } from './world.ts'

/** A unit as verbs make it. */
export type Work = (unit: Unit) => Promise<unknown> | void

export const reason = (n: number | string) => ({
  code: `LANE_${n}`,
  type: 'STOP' as const,
  name: `Reason ‘${n}’ "quoted" \\ and \n new`,
  description: '',
  active: n !== 2,
})

export const token = (unit: Unit, hash: string) => ({
  kind: 'SYSTEM' as const,
  name: 'A token',
  hash,
  clientId: null,
  debtorId: null,
  userId: null,
  serviceAccountId: null,
  superUser: false,
  rights: ['ReadUsers', 'a "right", with {marks}'],
  idleMs: null,
  createdBy: unit.principal.id,
  expiresAt: new Date(unit.now.getTime() + 1_000),
  lastUsedAt: null,
  revokedAt: null,
})

export const contact = { name: 'Åsa "A" \\', email: 'asa@test.example', phone: '+46' }

export const clientFacts = {
  identificationNumber: '556677-8899',
  name: 'Nordlund',
  countryCode: 'SE',
  preferredLanguage: 'sv',
  status: 'ACTIVE',
} as const

export const clientAccount = (clientId: string) =>
  ({ clientId, type: 'MAIN', currency: 'SEK', balance: 1n, minPayout: null }) as const

export const clientProduct = (clientId: string, n: number) => ({
  clientId,
  productCode: productCodes[n]!,
  family: familyOf(productCodes[n]!),
  enabled: n === 0,
  isDefault: false,
  recourse: false,
  advanceRate: '0.9000000001',
  reserveRate: '0.1',
  commissionRate: '0',
  commissionVatRate: '0.25',
  limitsApply: true,
  manualControl: false,
  validFrom: '2026-02-28',
})

export type Lane = 'quick' | 'orm' | 'plain'

/** What stands in every table of a tenant after the unit, with the ids by their order. */
export async function leftBy(at: World, lane: Lane, unit: Work) {
  const tenant = await tenantIn(at)
  const before = await rowsOf(at, tenant.id)
  setLane(at, lane)
  const outcome = await tenant.work(unit).then(
    () => 'committed',
    (error: unknown) => error,
  )
  setLane(at, 'quick')
  const after = await rowsOf(at, tenant.id)
  const added = after.map(({ table, rows }, n) => ({
    table,
    rows: rows.filter((row) => !before[n]!.rows.includes(row)),
  }))
  return { outcome, rows: named(added.filter(({ rows }) => rows.length > 0)) }
}

export function setLane(at: World, lane: Lane): void {
  if (lane === 'quick') delete at.runtime.lane
  else at.runtime.lane = lane
}

async function rowsOf(at: World, tenantId: string) {
  const all = []
  for (const { table } of allTables()) {
    const rows = await at.owner(`select to_jsonb(t)::text as row from ${table} t
      where tenant_id = '${tenantId}' order by to_jsonb(t) ->> 'id', to_jsonb(t)::text`)
    all.push({ table, rows: rows.map(({ row }) => String(row)) })
  }
  return all
}

/** The unit of work's own flush knows of no columns, and writes an id as uuid into texts as well. */
const eitherForm =
  /[A-Z]{1,4}\.?[0-9A-HJKMNP-TV-Z]{26}|(?<![0-9a-f])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})(?![0-9a-f])/g

/**
 * The ids differ in every unit, so they are told apart by where they first stand; the version of
 * the policy rises by each statement, and one lane needs more of them.
 */
function named(rows: unknown): unknown {
  const names = new Map<string, string>()
  const raised = JSON.stringify(rows)
    .replaceAll(/((?:revision|steady)\W+)\d+/g, '$1raised')
    .replaceAll(/(tenant_id\W+)\d+/g, '$1its own')
  const text = raised.replaceAll(eitherForm, (form) => {
    const id = form.includes('-') || /^[0-9a-f]{32}$/.test(form) ? idOfUuid(form) : form
    if (!names.has(id)) names.set(id, `#${names.size}`)
    return names.get(id)!
  })
  return JSON.parse(text) as unknown
}
