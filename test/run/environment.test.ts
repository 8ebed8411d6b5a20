import { expect, test } from 'vitest'
import { readEnvironment } from '../../src/environment.ts'

test.each([
  ['RECEIVABLES_MASTERKEY', 'RECEIVABLES_MASTER_KEY'],
  ['RECEIVABLES_DATADIR', 'RECEIVABLES_DATA_DIR'],
  ['RECEIVABLES_RATE_LIMITS', 'RECEIVABLES_RATE_LIMIT'],
  ['RECEIVABLES_PORT', 'PORT'],
  ['RECEIVABLES_DATABASE_URI', 'DATABASE_URL'],
])('%s is refused, and %s is named', (name, meant) => {
  expect(() => readEnvironment({ [name]: '1' })).toThrow(
    `environment: there is no ${name}; the nearest is ${meant}. All of them: npx receivables environment`,
  )
})

test('all that is wrong is said at once, whether or not it has a value', () => {
  const env = { RECEIVABLES_HOSTS: '', RECEIVABLES_PROXY: '2', OTHER: 'x' }
  expect(() => readEnvironment(env)).toThrow(/no RECEIVABLES_HOSTS; .* no RECEIVABLES_PROXY; /)
})

test('what our own programs tell each other, and what a cluster tells of a service, is no fault', () => {
  const env = {
    RECEIVABLES_LAUNCHER_PID: '7',
    RECEIVABLES_SERVICE_HOST: '10.0.0.1',
    RECEIVABLES_API_SERVICE_PORT: '8080',
    RECEIVABLES_SERVICE_PORT_HTTP: '8080',
    RECEIVABLES_PORT: 'tcp://10.0.0.1:8080',
    RECEIVABLES_API_PORT_8080_TCP_ADDR: '10.0.0.1',
    RECEIVABLES_PROXIES: '2',
  }
  expect(readEnvironment(env).RECEIVABLES_PROXIES).toBe(2)
})
