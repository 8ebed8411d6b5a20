import { describe, expect, it } from 'vitest'
import { roleTemplates, type RoleTemplateKey } from '../../src/policy/role-templates.ts'
import { isRight, rightNames } from '../../src/policy/rights.ts'
import { type SpecOperation, specOperations } from './spec.ts'

/** Operations that ask by POST and change nothing: calculations, previews and questions. */
const asksByPost = new Set([
  '/clients/<id_>/settings/invoice-text',
  '/credit-insurance-client-debtor',
  '/documents/search_extended',
  '/internal-request/topic',
  '/invoices/<client_id>/extract/response',
  '/payment-matching-engine/simulate',
  '/payments/validate-payment-reference',
  '/reports/query-reports/<id_>/query',
  '/statistics/factoring/financing-rate/<client_id>',
  '/statistics/overdue/<client_id>/ledger-snapshot',
  '/statistics/overdue/<client_id>/open-balance',
  '/statistics/product/<client_id>/ledger-snapshot',
  '/statistics/product/<client_id>/open-balance',
])

/** GET operations that start something, whatever their method says. */
const actsByGet = new Set(['/payment-requests/status/<id_>', '/realtime/generate-token'])

/** What can be seen only by a right that also writes: no template for readers carries that. */
const besideWriting = new RegExp(
  [
    '^/cache/',
    '^/collection-profile/',
    '^/credit-insurance/history/',
    '^/documents/settings/',
    '^/electronic-invoices/parties/',
    '^/ext-erp',
    '^/part-payment-plans/settings/<',
    '^/payment-requests/status/',
    '^/realtime/',
    '^/reminder-profiles$',
    '^/settings/client/',
  ].join('|'),
)

const of = (key: RoleTemplateKey) =>
  new Set<string>(roleTemplates.find((template) => template.key === key)!.rights)

const opened = (key: RoleTemplateKey) => {
  const held = of(key)
  return specOperations.filter((operation) => operation.rights.some((right) => held.has(right)))
}

const onlyReads = ({ method, path }: SpecOperation) =>
  method === 'GET'
    ? !actsByGet.has(path)
    : method === 'POST' && (path.endsWith('/search') || asksByPost.has(path))

const named = ({ method, path }: SpecOperation) => `${method} ${path}`

const touchesAccess = ({ area, path }: SpecOperation) =>
  area === 'access' || path.startsWith('/client-users')

const inverted = 'ShowRestrictedSenderInformationForClients'

describe('every role template', () => {
  it.each(roleTemplates)('$key names each right once, and only rights there are', (template) => {
    expect(new Set(template.rights).size).toBe(template.rights.length)
    expect(template.rights.filter((right) => !isRight(right))).toEqual([])
    expect(template.rights.length).toBeGreaterThan(0)
  })

  it('has a key and a name of its own', () => {
    expect(new Set(roleTemplates.map((template) => template.key)).size).toBe(roleTemplates.length)
    expect(new Set(roleTemplates.map((template) => template.name)).size).toBe(roleTemplates.length)
  })
})

describe('the templates for staff', () => {
  it('give the administrator everything but what hides', () => {
    expect(rightNames.filter((right) => !of('administrator').has(right))).toEqual([inverted])
  })

  it('open nothing to read-only that could change anything', () => {
    expect(
      opened('read-only')
        .filter((operation) => !onlyReads(operation))
        .map(named),
    ).toEqual([])
    expect(of('read-only').size).toBeGreaterThan(400)
  })

  it('let read-only see all that can be seen without writing', () => {
    const held = of('read-only')
    const closed = specOperations.filter(
      ({ method, path, rights }) =>
        (method === 'GET' || path.endsWith('/search')) && !rights.some((right) => held.has(right)),
    )
    expect(closed.filter(({ path }) => !besideWriting.test(path)).map(named)).toEqual([])
  })

  it('let the operator read everything and leave administration alone', () => {
    const operator = of('operator')
    expect([...of('read-only')].filter((right) => !operator.has(right))).toEqual([])
    const writes = opened('operator').filter((operation) => !onlyReads(operation))
    expect(writes.filter(touchesAccess).map(named)).toEqual([])
    const administrative = /^\/(cache|system-setting|settings|token|webhook$|automation|price-)/
    expect(writes.filter(({ path }) => administrative.test(path)).map(named)).toEqual([])
    expect(operator.has(inverted)).toBe(false)
  })
})

describe('the templates for portals and machines', () => {
  it.each(['client-portal', 'debtor-portal'] as const)('keep %s out of access', (key) => {
    const touched = opened(key).filter(touchesAccess)
    expect(touched.filter((operation) => !onlyReads(operation)).map(named)).toEqual([])
    expect(opened(key).filter(({ area }) => area === 'access')).toEqual([])
  })

  it('let a debtor write only to pay and to choose its language', () => {
    const writes = opened('debtor-portal').filter((operation) => !onlyReads(operation))
    expect(writes.map(named)).toEqual([
      'PUT /debtors/<id_>/preferred-language',
      'POST /payment-requests',
    ])
  })

  it('narrow a client to its own by every right that does', () => {
    const restricted = rightNames.filter((right) => right.endsWith('ClientRestricted'))
    expect(restricted.filter((right) => !of('client-portal').has(right))).toEqual([])
  })

  it('let an integration run the core flow from invoice to webhook', () => {
    expect(opened('integration').map(named)).toEqual(
      expect.arrayContaining([
        'POST /invoices',
        'POST /invoices/integration',
        'PUT /invoices/<id_>/activate',
        'PUT /factoring-decisions/<invoice_id>/factoring',
        'GET /factoring-decisions/invoice/<id>',
        'GET /client-products',
        'POST /payments',
        'POST /webhook',
        'POST /events/sync-payment-complete',
        'POST /events/sync-voucher-complete',
      ]),
    )
  })
})
