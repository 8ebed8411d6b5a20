import { join } from 'node:path'
import type { MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { poolOf } from '../ports/database/connect.ts'
import pino, { type Logger } from 'pino'
import { registered } from '../activities/areas.ts'
import { withOriginalLines } from './bundle/original-lines.ts'
import { weightIn } from '../domain/turns.ts'
import { createOrm, type Runtime } from '../kernel/write/runtime.ts'
import type { Environment } from '../environment.ts'
import { steadyTables } from '../entities/table.ts'
import { Pool } from '../ports/database/pool.ts'
import { Apart } from '../ports/apart/apart.ts'
import { Poster } from '../ports/webhooks/post.ts'
import { bucketAt } from '../ports/documents/bucket.ts'
import { bucketStore } from '../ports/documents/bucket-store.ts'
import { databaseStore } from '../ports/documents/database-store.ts'
import type { DocumentStore } from '../ports/documents/documents.ts'
import { folderStore } from '../ports/documents/folder-store.ts'
import { placesAt } from '../ports/documents/places.ts'
import { shippedRails } from '../ports/rails/shipped-rails.ts'
import { RatesSource } from '../ports/rates/rates-source.ts'
import { bankFeedPorts } from '../ports/banks/feeds/bank-feed-ports.ts'
import { sftpServers } from '../ports/sftp/put-file.ts'
import { refusedReach } from '../ports/sftp/reach.ts'
import { erpPorts } from '../ports/erp/erp-ports.ts'
import { bareRepositories } from '../ports/git/bare-repositories.ts'
import type { Keys } from '../ports/keys/keys.ts'
import type { Mail } from '../ports/mail/mail.ts'
import { outboxFolder } from '../ports/mail/outbox-folder.ts'

export function createLog(environment: Environment): Logger {
  return pino({
    level: environment.RECEIVABLES_LOG_LEVEL,
    base: null,
    serializers: { err: loggedError },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.token', '*.secret', '*.authorization'],
  })
}

/** What is thrown is mostly an error; the core of Temporal's SDK also names what is none. */
export function loggedError(error: unknown) {
  if (!(error instanceof Error)) return error
  const logged = pino.stdSerializers.err(error)
  return { ...logged, stack: withOriginalLines(logged.stack) }
}

/** By which a process that runs jobs finds the tenants. */
export function poolAcrossTenants(relayUrl: string): pg.Pool {
  const pool = poolOf({
    connectionString: relayUrl,
    max: 2,
    // Many tenants are asked at once, some of whom have much.
    statement_timeout: 60_000,
    application_name: 'receivables jobs',
  })
  return pool
}

function storeOf(environment: Environment, runUrl: string): DocumentStore {
  const { RECEIVABLES_DOCUMENTS_DIR: folder, RECEIVABLES_DOCUMENTS_BUCKET: bucket } = environment
  if (bucket !== undefined) return bucketStore(bucketAt(bucket), placesAt(runUrl))
  return folder === undefined ? databaseStore(runUrl) : folderStore(folder, placesAt(runUrl))
}

const unreached: Runtime['engine'] = {
  connected: () => Promise.reject(new Error('this process has no way to Temporal')),
}

export function createRuntime(
  environment: Environment,
  runUrl: string,
  keys: Keys,
  mail: Mail,
  log: Logger,
  { publicUrl, eventsUrl }: Pick<Runtime, 'publicUrl' | 'eventsUrl'>,
  engine: Runtime['engine'] = unreached,
): Runtime {
  const pool = new Pool({
    url: runUrl,
    connections: environment.RECEIVABLES_DATABASE_POOL,
    queue: environment.RECEIVABLES_DATABASE_QUEUE,
    name: 'receivables',
    steady: steadyTables(),
    weightOf: weightIn(environment.RECEIVABLES_TENANT_WEIGHTS),
    onLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  const documents = storeOf(environment, runUrl)
  const reaching = {
    allowedHosts: environment.RECEIVABLES_WEBHOOK_ALLOWED_HOSTS ?? new Set<string>(),
  }
  const poster = new Poster(reaching)
  const banks = environment.RECEIVABLES_BANKS_DIR ?? join(environment.RECEIVABLES_DATA_DIR, 'banks')
  const erp = erpPorts(join(environment.RECEIVABLES_DATA_DIR, 'erp'), poster)
  const apart = new Apart({
    onOverstepped: (tenantId, error) => log.warn({ err: error, tenantId }, 'a work apart ended'),
  })
  const { RECEIVABLES_RATES: place } = environment
  let orm: MikroORM | undefined
  return {
    pool,
    // Reading all tables takes a tenth of a start, and many a request does without.
    get orm() {
      return (orm ??= createOrm())
    },
    keys,
    mail,
    documents,
    apart,
    erp,
    bankFeeds: bankFeedPorts(banks, reaching),
    fileServers: sftpServers(reaching),
    refusedReach: (host, port) => refusedReach(host, port, reaching),
    rails: shippedRails,
    ...(place !== undefined && { rates: new RatesSource(place, apart) }),
    git: bareRepositories(join(environment.RECEIVABLES_DATA_DIR, 'git')),
    poster,
    engine,
    log,
    publicUrl,
    eventsUrl,
    ...engineUiOf(environment),
    registered,
    ...(process.env['NODE_ENV'] !== 'test' && { outOfOrder: loggedOnce(log) }),
  }
}

function engineUiOf(environment: Environment): Pick<Runtime, 'engineUi'> {
  const { RECEIVABLES_TEMPORAL_UI_URL: url, TEMPORAL_NAMESPACE: namespace } = environment
  if (url === undefined) return {}
  return { engineUi: `${url.replace(/\/$/, '')}/namespaces/${namespace}/workflows` }
}

/** Locks against the order may deadlock, which PostgreSQL resolves: worth logging once. */
function loggedOnce(log: Logger): (message: string) => void {
  const logged = new Set<string>()
  return (message) => {
    if (logged.has(message)) return
    logged.add(message)
    log.error({ err: new Error(message) }, 'locks are taken against their order')
  }
}

/** By SMTP where a server is named, else into the data folder. */
export async function createMail(
  environment: Environment,
  say: (line: string) => void,
): Promise<Mail> {
  const { RECEIVABLES_SMTP_URL: url, RECEIVABLES_MAIL_FROM: from } = environment
  if (url === undefined) {
    return outboxFolder(join(environment.RECEIVABLES_DATA_DIR, 'mail'), from, say)
  }
  const { smtp } = await import('../ports/mail/smtp.ts')
  return smtp(url, from)
}
