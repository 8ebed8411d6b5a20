import { startPostgres } from '/work/main/src/embedded/postgres.ts'
import { temporalPrograms } from '/work/main/src/embedded/temporal-build.ts'
import { startTemporal } from '/work/main/src/embedded/temporal.ts'
const [dir, mode] = process.argv.slice(2)
const t0 = performance.now(); const t = () => Math.round(performance.now() - t0)
const progress = (l: string) => console.log('   ', t(), l)
let programs = await temporalPrograms(progress)
if (mode?.includes('dev')) programs = { kind: 'dev', cli: programs.cli }
let pg
if (programs.kind === 'server') { pg = await startPostgres({ dataDir: dir + '/postgres', durable: true, progress }); console.log('pg', t()) }
const tm = await startTemporal({ programs, postgres: pg && { host: pg.host, port: pg.port, user: 'postgres', password: pg.password }, dir: dir + '/temporal', namespace: 'receivables', uiPort: 8233,
  searchAttributes: { RxTenant: 'Keyword', RxDueAt: 'Datetime', RxN: 'Int', RxB: 'Bool' }, codecEndpoint: 'http://127.0.0.1:8080/codec', progress })
console.log('temporal', t(), tm.address, tm.uiUrl)
const { Connection, Client } = await import('@temporalio/client')
const c = await Connection.connect({ address: tm.address })
const cl = new Client({ connection: c, namespace: 'receivables' })
const { defineSearchAttributeKey, TypedSearchAttributes } = await import('@temporalio/common')
for (;;) try {
  await cl.workflow.start('x', { taskQueue: 'q', workflowId: 'w' + Date.now(), typedSearchAttributes: new TypedSearchAttributes([{ key: defineSearchAttributeKey('RxTenant', 'KEYWORD'), value: 'a' }]), args: [] }); break
} catch (e) { console.log('start failed', t(), (e as Error).message, ((e as any).cause?.message)); await new Promise((r) => setTimeout(r, 50)) }
console.log('workflow started', t())
const r = await fetch(tm.uiUrl + '/api/v1/settings').then((r) => r.text()).catch(String)
console.log('ui', t(), r.slice(0, 220))
await c.close()
if (mode?.includes('hold')) await new Promise((r) => process.once('SIGTERM', r).once('SIGINT', r) && setInterval(() => {}, 1000))
const s = performance.now()
await tm.stop(); console.log('temporal stopped', Math.round(performance.now() - s))
await pg?.stop(); console.log('all stopped', Math.round(performance.now() - s))
