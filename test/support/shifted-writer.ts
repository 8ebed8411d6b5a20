/**
 * A process whose clock is wrong by so many minutes, as `Date` tells it. It writes once and says
 * which moment it took for now, and by which id.
 */
const [minutes = '0', tenantId = ''] = process.argv.slice(2)
process.env['SHIFT_MINUTES'] = minutes
const { aheadMs } = await import('./shifted-clock.ts')

const { platform } = await import('../../src/domain/access/principal.ts')
const { ReasonCode } = await import('../../src/entities/reason-code.ts')
const { inUnit } = await import('../../src/kernel/write/in-unit.ts')
const { urlsOf } = await import('../../src/run/addresses.ts')
const { createLog, createRuntime } = await import('../../src/run/runtime.ts')
const { readEnvironment } = await import('../../src/environment.ts')
const { deriveKeys } = await import('../../src/ports/keys/key-ring.ts')
const { followClock } = await import('../../src/ports/database/clock.ts')

const environment = readEnvironment({})
const keys = deriveKeys(process.env['KEY'] ?? '')
const mail = { send: () => Promise.resolve() }
const url = process.env['URL_OF_RUN'] ?? ''
const runtime = createRuntime(
  environment,
  url,
  keys,
  mail,
  createLog(environment),
  urlsOf(environment),
)
const clock = await followClock(runtime.pool, () => undefined)
await inUnit(runtime, platform(tenantId, 'test'), {}, async (unit) => {
  const code = `AT${minutes.replace('-', 'M')}`
  unit.add(ReasonCode, { code, type: 'STOP', name: code, description: '', active: true })
  // Any process will do: what counts is from when on the relay takes it.
  unit.start('inviteUser', unit.newId('Invitation'))
})
await clock.stop()
runtime.apart.stop()
await runtime.pool.close()
await runtime.documents.close?.()
process.stdout.write(String(aheadMs()))
