import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { createOrm, type Runtime } from '../activities/runtime.ts'
import type { Settings } from '../config.ts'
import { Pool } from '../ports/database/pool.ts'
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

export function createRuntime(
  settings: Settings,
  runUrl: string,
  keys: Keys,
  mail: Mail,
  log: Logger,
  publicUrl: string,
): Runtime {
  const pool = new Pool({
    url: runUrl,
    connections: settings.RECEIVABLES_DATABASE_POOL,
    queue: settings.RECEIVABLES_DATABASE_QUEUE,
    name: 'receivables',
    onLost: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  return { pool, orm: createOrm(), keys, mail, log, publicUrl }
}

/** By SMTP where a server is named, else into the data folder. */
export async function createMail(settings: Settings, say: (line: string) => void): Promise<Mail> {
  const { RECEIVABLES_SMTP_URL: url, RECEIVABLES_MAIL_FROM: from } = settings
  if (url === undefined) return outboxFolder(join(settings.RECEIVABLES_DATA_DIR, 'mail'), say)
  const { smtp } = await import('../ports/mail/smtp.ts')
  return smtp(url, from)
}
