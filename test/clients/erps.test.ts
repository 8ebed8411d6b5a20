import { createServer, type Server } from 'node:https'
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erpFolder } from '../../src/ports/erp/file.ts'
import { erpWebhook } from '../../src/ports/erp/webhook.ts'
import { Poster } from '../../src/ports/webhooks/post.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let clientId: string
let counter = 0

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  const sent = { identificationNumber: '559700-1006', name: 'Nordlund AB' }
  clientId = (await tenant.api.post('/clients', sent)).body.id
})
afterAll(() => at.close())

async function erpType(more: object = {}): Promise<string> {
  const sent = { code: `T${counter++}`, name: 'Books', connector: 'FILE', ...more }
  return (await tenant.api.post('/erp-types', sent)).body.id
}

const erp = async (more: object = {}) =>
  tenant.api.post('/erps', {
    erpTypeId: await erpType(),
    name: `Books ${counter++}`,
    target: 'books',
    ...more,
  })

describe('a business system', () => {
  test('is made of a type and read whole, by name, and with what it costs', async () => {
    const billing = { billable: true, feePerMonth: '49.00', feePerExport: null }
    const made = await erp({ billing })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ uses: 'BOTH', connector: 'FILE', target: 'books' })
    const { id, name } = made.body
    expect((await tenant.api.get(`/erps/${id}`)).body).toEqual(made.body)
    expect((await tenant.api.get(`/erps-short/${id}`)).body).toEqual({ id, name })
    expect((await tenant.api.get(`/erps/${id}/settings/billing`)).body).toMatchObject(billing)
    const found = await tenant.api.post('/erps/search', { filters: { name } })
    expect(found.body.data).toEqual([made.body])
  })

  test.each([
    ['FILE', '../outside', 'NOT_A_FOLDER'],
    ['FILE', '/etc', 'NOT_A_FOLDER'],
    ['FILE', undefined, 'REQUIRED'],
    ['WEBHOOK', 'http://books.example', 'HTTPS_REQUIRED'],
    ['WEBHOOK', 'books', 'HTTPS_REQUIRED'],
  ])('of the connector %s is not spoken to at %s', async (connector, target, code) => {
    const erpTypeId = await erpType({ connector })
    const refused = await erp({ erpTypeId, target })
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0]).toMatchObject({ pointer: '/target', code })
  })

  test('does no more than its type', async () => {
    const erpTypeId = await erpType({ uses: 'INVOICE' })
    const refused = await erp({ erpTypeId, uses: 'BOOKKEEPING' })
    expect([refused.status, refused.body.code]).toEqual([409, 'ERP_NOT_FITTING'])
  })
})

describe('a client is connected', () => {
  const connect = (body: object) => tenant.api.put(`/clients/${clientId}/erp-connect`, body)

  test('to the two that it names, both', async () => {
    const [invoiceErpId, bookkeepErpId] = [(await erp()).body.id, (await erp()).body.id]
    const done = await connect({ invoiceErpId, bookkeepErpId })
    expect(done.body).toMatchObject({ invoiceErpId, bookkeepErpId })
    expect((await connect({ invoiceErpId })).status).toBe(400)
    const absent = await connect({ invoiceErpId, bookkeepErpId: 'EP06D7ZCEWYHZ8N179001G7H8PR4' })
    expect([absent.status, absent.body.errors[0].pointer]).toEqual([404, '/bookkeepErpId'])
  })

  test('only where they fit', async () => {
    const { id: both } = (await erp()).body
    const { id: invoices } = (await erp({ uses: 'INVOICE' })).body
    const { id: asleep } = (await erp({ active: false })).body
    for (const bookkeepErpId of [invoices, asleep]) {
      const refused = await connect({ invoiceErpId: both, bookkeepErpId })
      expect([refused.status, refused.body.code]).toEqual([409, 'ERP_NOT_FITTING'])
      expect(refused.body.errors[0].pointer).toBe('/bookkeepErpId')
    }
  })

  test('from the side of the business system, for what it can do', async () => {
    const { id: both } = (await erp()).body
    const { id: invoices } = (await erp({ uses: 'INVOICE' })).body
    const from = (id: string, body?: object) =>
      tenant.api.put(`/erps/${id}/connect/${clientId}`, body)
    expect((await from(both)).body).toMatchObject({ invoiceErpId: both, bookkeepErpId: both })
    expect((await from(invoices, {})).body).toMatchObject({
      invoiceErpId: invoices,
      bookkeepErpId: both,
    })
    expect((await from(invoices, { use: 'BOTH' })).body.code).toBe('ERP_NOT_FITTING')
  })
})

test('a folder gets each thing as a file, once, and nothing outside of it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'receivables-erp-'))
  const port = erpFolder(root)
  const voucher = { tenantId: 'TN1', kind: 'VOUCHER', key: 'A/1' } as const
  await port.send('books/nord', { ...voucher, body: { n: 1 } })
  await port.send('books/nord', { ...voucher, body: { n: 2 } })
  await port.send('books/nord', { ...voucher, tenantId: 'TN2', body: { n: 3 } })
  const text = await readFile(join(root, 'TN1/books/nord/voucher-A_1.json'), 'utf8')
  expect(JSON.parse(text)).toEqual({ n: 2 })
  await expect(port.send('..', { ...voucher, body: {} })).rejects.toThrow('folder')
  await rm(root, { recursive: true })
})

describe('an address', () => {
  let server: Server
  let target: string
  const seen: { id: string | undefined; body: unknown }[] = []
  let status = 204

  beforeAll(async () => {
    server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const body: unknown = JSON.parse(Buffer.concat(parts).toString())
        seen.push({ id: request.headers['x-message-id'] as string, body })
        response.writeHead(status).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    target = `https://localhost:${(server.address() as { port: number }).port}/books`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  test('gets each thing by POST, with a key that makes duplicates known', async () => {
    const allowedHosts = new Set([new URL(target).host])
    const port = erpWebhook(new Poster({ allowedHosts, ca: certificate.cert }))
    const invoice = { tenantId: 'TN1', kind: 'INVOICE' } as const
    await port.send(target, { ...invoice, key: 'CZ1', body: { invoiceNumber: '7' } })
    expect(seen).toEqual([{ id: 'CZ1', body: { kind: 'INVOICE', invoiceNumber: '7' } }])
    status = 500
    const refused = port.send(target, { ...invoice, key: 'CZ2', body: {} })
    await expect(refused).rejects.toThrow('answered 500')
  })

  test('is https, and one that can be trusted', async () => {
    const allowedHosts = new Set([new URL(target).host])
    const port = erpWebhook(new Poster({ allowedHosts }))
    const message = { tenantId: 'TN1', kind: 'INVOICE', key: 'x', body: {} } as const
    await expect(port.send('http://localhost', message)).rejects.toThrow('https')
    await expect(port.send(target, message)).rejects.toThrow()
  })

  test('is a public one: nothing inside is reached through it', async () => {
    const message = { tenantId: 'TN1', kind: 'INVOICE', key: 'x', body: {} } as const
    const port = erpWebhook(new Poster({ ca: certificate.cert }))
    const before = seen.length
    await expect(port.send(target, message)).rejects.toThrow()
    expect(seen).toHaveLength(before)
    const erpTypeId = await erpType({ connector: 'WEBHOOK' })
    const refused = await erp({ erpTypeId, target: 'https://169.254.169.254/latest' })
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0]).toMatchObject({ pointer: '/target', code: 'ADDRESS_REFUSED' })
  })
})

/** For localhost alone, and for a hundred years; it guards nothing. */
const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPj2M03oX+mKhodau
NESjyRe3FSdxq7+TQ0xXQfHE+kqhRANCAASIQPW1ZDsRAQHhqZncSewGwgSQLcIH
IylL+l++i9HoUHD7/hxdFOeH/tOQuQpCvkXgtkqB9CE9RdZf8rjmi4KB
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUUD/QNTNO/v2oXBMPBJooYyrJVsYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAzMTAzNFoYDzIxMjYxMDI5
MDMxMDM0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASIQPW1ZDsRAQHhqZncSewGwgSQLcIHIylL+l++i9HoUHD7/hxdFOeH
/tOQuQpCvkXgtkqB9CE9RdZf8rjmi4KBo2kwZzAdBgNVHQ4EFgQUje7Zh0+CMxvI
JB749pqh3WdALkMwHwYDVR0jBBgwFoAUje7Zh0+CMxvIJB749pqh3WdALkMwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAOXXZF9KW1aFLMPfWqDGeRNW2HQI7DTg/moMpxoXL23UAiBVDw9NCbzd
xAZyvI80ouHCE7/KsVQQd4lOlXhL023bxQ==
-----END CERTIFICATE-----
`,
}
