import { join } from 'node:path'
import pg from 'pg'
import pino, { type Logger } from 'pino'
import { registered } from '../activities/areas.ts'
import { createOrm, type Runtime } from '../kernel/write/runtime.ts'
import type { Settings } from '../config.ts'
import { Pool } from '../ports/database/pool.ts'
import { Poster } from '../ports/webhooks/post.ts'
import { folderStore } from '../ports/documents/folder-store.ts'
import { erpPorts } from '../ports/erp/erp-ports.ts'
import type { Keys } from '../ports/keys/keys.ts'
import type { Mail } from '../ports/mail/mail.ts'
import { outboxFolder } from '../ports/mail/outbox-folder.ts'

export function createLog(settings: Settings): Logger {
  return pino({
    level: settings.RECEIVABLES_LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.password', '*.token', '*.secret', '*.authorization'],
  })
}

/** By which a process that runs jobs finds the tenants. */
export function poolAcrossTenants(relayUrl: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: relayUrl,
    max: 2,
    // Many tenants are asked at once, some of whom have much.
    statement_timeout: 60_000,
    application_name: 'receivables jobs',
  })
  pool.on('error', () => undefined)
  return pool
}

const unreached: Runtime['engine'] = {
  connected: () => Promise.reject(new Error('this process has no way to Temporal')),
}

export function createRuntime(
  settings: Settings,
  runUrl: string,
  keys: Keys,
  mail: Mail,
  log: Logger,
  publicUrl: string,
  engine: Runtime['engine'] = unreached,
): Runtime {
  const pool = new Pool({
    url: runUrl,
    connections: settings.RECEIVABLES_DATABASE_POOL,
    queue: settings.RECEIVABLES_DATABASE_QUEUE,
    name: 'receivables',
    onLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  const documents = folderStore(
    settings.RECEIVABLES_DOCUMENTS_DIR ?? join(settings.RECEIVABLES_DATA_DIR, 'documents'),
  )
  const poster = new Poster({
    allowedHosts: settings.RECEIVABLES_WEBHOOK_ALLOWED_HOSTS ?? new Set(),
  })
  const erp = erpPorts(join(settings.RECEIVABLES_DATA_DIR, 'erp'), poster)
  const orm = createOrm()
  const outside = { mail, documents, erp, poster, engine }
  const runtime = { pool, orm, keys, ...outside, log, publicUrl, registered }
  return process.env['NODE_ENV'] === 'test' ? runtime : { ...runtime, outOfOrder: toldOnce(log) }
}

/** Locks against the order may deadlock, which PostgreSQL resolves: worth logging once. */
function toldOnce(log: Logger): (message: string) => void {
  const logged = new Set<string>()
  return (message) => {
    if (logged.has(message)) return
    logged.add(message)
    log.error({ err: new Error(message) }, 'locks are taken against their order')
  }
}

/** By SMTP where a server is named, else into the data folder. */
export async function createMail(settings: Settings, say: (line: string) => void): Promise<Mail> {
  const { RECEIVABLES_SMTP_URL: url, RECEIVABLES_MAIL_FROM: from } = settings
  if (url === undefined) {
    return outboxFolder(join(settings.RECEIVABLES_DATA_DIR, 'mail'), from, say)
  }
  const { smtp } = await import('../ports/mail/smtp.ts')
  return smtp(url, from)
}
