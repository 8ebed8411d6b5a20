import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientIn } from '../access/people.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { changesOf } from '../support/changes.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const wanted = {
  title: 'To our books',
  url: 'https://93.184.216.34/hook',
  type: 'REASON_CODE',
  trigger: 'PUSH',
  method: 'POST',
  key: 'a key of letters',
}

describe('the fields of a subscription', () => {
  test('is changed by all that it was made of', async () => {
    const made = await tenant.api.post('/webhook', wanted)
    const path = `/webhook/${made.body.id}`
    const all = { ...wanted, title: 'Renamed', enabled: true, customHeaders: {} }
    const changed = await tenant.api.put(path, all)
    expect(changed).toMatchObject({ status: 200, body: { title: 'Renamed', version: 2 } })
    for (const more of [{ trigger: 'PULL' }, { method: 'PUT' }]) {
      expect((await tenant.api.put(path, more)).status).toBe(400)
    }
    await tenant.api.delete(path)
  })

  test.each(['title', 'url', 'type', 'trigger', 'method', 'key'] as const)(
    'is not made without its %s',
    async (field) => {
      const { [field]: _, ...rest } = wanted
      const { status, body } = await tenant.api.post('/webhook', rest)
      expect(status).toBe(400)
      expect(body.errors).toMatchObject([{ pointer: `/${field}` }])
    },
  )

  test('is of a family that its maker receives, and goes nowhere else for who does not', async () => {
    const rights = ['CreateWebhook', 'UpdateWebhook'] as const
    const missingRights = ['ReadSystemErrand', 'ReadSystemErrands']
    const refused = { status: 403, body: { code: 'GRANT_EXCEEDS_HOLDER', missingRights } }
    const errands = { ...wanted, type: 'ERRAND' }
    const without = await tenant.holding([...rights, 'ReadReasonCodes'])
    expect(await without.post('/webhook', errands)).toMatchObject(refused)
    const made = await (
      await tenant.holding([...rights, 'ReadSystemErrand'])
    ).post('/webhook', errands)
    expect(made.status).toBe(201)
    const path = `/webhook/${made.body.id}`
    const elsewhere = { url: 'https://93.184.216.34/elsewhere' }
    for (const sent of [elsewhere, { key: 'another key' }, { type: 'ERRAND' }, { enabled: true }]) {
      expect(await without.put(path, sent)).toMatchObject(refused)
    }
    expect((await without.put(path, { enabled: false, title: 'Stopped' })).status).toBe(200)
    expect((await without.put(path, { type: 'REASON_CODE' })).status).toBe(200)
    await tenant.api.delete(path)
  })

  test('is moved to one client and back to all by those alone who reach them', async () => {
    const clientId = await clientIn(tenant)
    const made = await tenant.api.post('/webhook', { ...wanted, type: 'CLIENT' })
    const path = `/webhook/${made.body.id}`
    const heard = async () => {
      await tenant.api.put(`/clients/${await clientIn(tenant)}`, { name: 'Another' })
      const [{ n }] = (await at.owner(
        'select count(*)::int as n from webhook_log where webhook_id = $1',
        [made.body.id],
      )) as [{ n: number }]
      return n
    }
    expect((await tenant.api.put(path, { clientId })).body).toMatchObject({ clientId })
    expect(await heard()).toBe(0)
    const client = await tenant.holding(['UpdateWebhook', 'ReadClient'], { clientId })
    for (const sent of [clientId, null]) {
      const { status, body } = await client.put(path, { clientId: sent })
      expect(status).toBe(400)
      expect(body.errors).toMatchObject([{ pointer: '/clientId', code: 'COMES_FROM_TOKEN' }])
    }
    const foreign = await clientIn(await tenantIn(at))
    expect((await tenant.api.put(path, { clientId: foreign })).status).toBe(404)
    expect((await tenant.api.put(path, { clientId: null })).body).toMatchObject({ clientId: null })
    expect(await heard()).toBeGreaterThan(0)
    await tenant.api.delete(path)
    await at.owner('delete from webhook_log')
  })
})

describe('a subscription', () => {
  test('is made, read, changed and deleted, and never shows its key', async () => {
    const made = await tenant.api.post('/webhook', {
      ...wanted,
      customHeaders: { 'X-Env': 'test' },
    })
    expect(made.body).toMatchObject({ type: 'REASON_CODE' })
    expect(made.body).toMatchObject({ type: 'REASON_CODE', enabled: true, clientId: null })
    expect(JSON.stringify(made.body)).not.toContain('a key of letters')
    const path = `/webhook/${made.body.id}`
    expect((await tenant.api.get(path)).body).toEqual(made.body)
    const changed = await tenant.api.put(path, { key: 'another key of letters', enabled: false })
    expect(changed.body).toMatchObject({ enabled: false, version: 2 })
    expect(changed.body.formerKeyUntil).not.toBeNull()
    expect((await tenant.api.get('/webhook')).body.data).toHaveLength(1)
    expect((await tenant.api.delete(path)).status).toBe(204)
    expect((await tenant.api.get(path)).status).toBe(404)
    const said = await changesOf(tenant, made.body.id)
    expect(said.length).toBe(3)
    expect(JSON.stringify(said)).not.toContain('another key')
  })

  test.each([
    ['http://93.184.216.34/hook', 'URL_NOT_HTTPS'],
    ['ftp://93.184.216.34/hook', 'URL_NOT_HTTPS'],
    ['https://127.0.0.1/hook', 'ADDRESS_REFUSED'],
    ['https://2130706433/hook', 'ADDRESS_REFUSED'],
    ['https://[::1]:8443/', 'ADDRESS_REFUSED'],
    ['https://localhost./', 'ADDRESS_REFUSED'],
    ['https://user:secret@93.184.216.34/', 'ADDRESS_REFUSED'],
    ['https://93.184.216.34:5432/', 'ADDRESS_REFUSED'],
    ['https://', 'ADDRESS_REFUSED'],
    ['https:///hooks.example.com', 'ADDRESS_REFUSED'],
    ['https://*.example.com', 'ADDRESS_REFUSED'],
  ])('is refused for %s', async (url, code) => {
    const { status, body } = await tenant.api.post('/webhook', { ...wanted, url })
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({ pointer: '/url', code })
  })

  test.each([
    ['Host', 'elsewhere'],
    ['X-Webhook-Id', 'mine'],
    ['webhook-signature', 'v1,mine'],
    ['X-Line', 'a\r\nb: c'],
    ['__proto__', 'x'],
    ['Content-Length', '1'],
  ])('does not take the header %s', async (header, value) => {
    const customHeaders = JSON.parse(`{${JSON.stringify(header)}: ${JSON.stringify(value)}}`)
    const { status } = await tenant.api.post('/webhook', { ...wanted, customHeaders })
    expect(status).toBe(400)
  })

  test('of a client hears of that client alone; the tenant’s hears of what clients do', async () => {
    const clientId = await clientIn(tenant)
    const rights = ['CreateWebhook', 'ReadWebhook', 'UpdateClients', 'ReadClient'] as const
    const client = await tenant.holding([...rights, 'ReadWebhookRequestLog'], { clientId })
    await tenant.api.post('/webhook', { ...wanted, type: 'CLIENT', title: 'Tenant' })
    const own = await client.post('/webhook', { ...wanted, type: 'CLIENT', title: 'Client' })
    expect(own.body.clientId).toBe(clientId)
    expect((await client.get('/webhook')).body.data).toHaveLength(1)
    const named = await client.put(`/clients/${clientId}`, { name: 'Renamed by the client' })
    expect(named.status).toBe(200)
    const logs = await at.owner(`select l.client_id, w.title, p.payload from webhook_log l
      join webhook w on w.id = l.webhook_id join webhook_payload p on p.event_id = l.event_id
      where l.type = 'CLIENT' order by w.title`)
    expect(logs.map(({ title }) => title)).toEqual(['Client', 'Tenant'])
    // What the tenant has sent elsewhere is not the client's to read, nor to send again.
    const seen = (await client.get('/webhook/log')).body.data
    expect(seen.map(({ webhookId }: { webhookId: string }) => webhookId)).toEqual([own.body.id])
    const [theirs] = await at.owner(
      `select id from webhook_log where type = 'CLIENT' and webhook_id <> $1`,
      [own.body.id],
    )
    expect((await client.get(`/webhook/log/${theirs?.['id']}`)).status).toBe(404)
    expect(JSON.parse(String(logs[0]!['payload']))).toMatchObject({
      type: 'CLIENT',
      event: 'updated',
      subjectId: clientId,
      version: 2,
      changed: ['name'],
      data: {},
    })
    await tenant.api.put(`/clients/${await clientIn(tenant)}`, { name: 'Another' })
    const [{ n }] = (await at.owner(
      `select count(*)::int as n from webhook_log where type = 'CLIENT'`,
    )) as [{ n: number }]
    // Made and renamed, it is told to the tenant alone.
    expect(n).toBe(4)
  })
})
