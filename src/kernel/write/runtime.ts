import { MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { KeptCaches } from '../../domain/system/cache.ts'
import { entities } from '../../entities/all.ts'
import type { ErpPorts } from '../../ports/erp/erp.ts'
import type { BankFeedPorts } from '../../ports/banks/feeds/feed.ts'
import type { Git } from '../../ports/git/git.ts'
import type { DocumentStore } from '../../ports/documents/documents.ts'
import type { Keys } from '../../ports/keys/keys.ts'
import type { Mail } from '../../ports/mail/mail.ts'
import type { Pool } from '../../ports/database/pool.ts'
import type { TemporalClient } from '../../ports/temporal/connect.ts'
import type { Apart } from '../../ports/apart/apart.ts'
import type { FileServers } from '../../ports/sftp/put-file.ts'
import type { Rails } from '../../ports/rails/rails.ts'
import type { RatesSource } from '../../ports/rates/rates-source.ts'
import type { Poster } from '../../ports/webhooks/post.ts'
import { prepareReads } from '../../ports/database/prepared-reads.ts'
import { kyselyOn } from '../../ports/database/kysely-on.ts'
import { changeRecorder } from './changes.ts'
import type { idsAt } from './ids.ts'
import type { Registered } from './registered.ts'

/** What a process works with: its connections, its keys, its ports. */
export interface Runtime {
  pool: Pool
  /** The relay's login, by which a process that runs jobs finds the tenants; others have none. */
  across?: Pick<pg.Pool, 'query'>
  orm: MikroORM
  /** In whose turn connections are given, where that is not the tenant of whoever asks. */
  inTurnOf?: string
  keys: Keys
  mail: Mail
  documents: DocumentStore
  /** Decodes foreign bytes and draws documents, in processes of its own. */
  apart: Apart
  erp: ErpPorts
  /** Where banks leave files. */
  bankFeeds: BankFeedPorts
  /** Where files are left for strangers. */
  fileServers: FileServers
  /** Why nothing is fetched from a host, as far as is known without the network. */
  refusedReach: (host: string, port: number) => string | undefined
  /** Where exchange rates are published, if the operator says it. */
  rates?: RatesSource
  /** How new rows get their ids, where one is to find them by ids that are known beforehand. */
  idsAt?: typeof idsAt
  /** What carries payments, by the code of its provider. */
  rails: Rails
  /** Keeps versions of what is configured. */
  git: Git
  /** Posts webhooks to strangers. */
  poster: Poster
  /** The client of Temporal; it connects at first use. */
  engine: { connected(): Promise<TemporalClient> }
  log: Logger
  /** What areas do for those before them in the order. */
  registered: Registered
  /** Where people reach the platform, for links in mails. */
  publicUrl: string
  /** The list of processes in the Temporal UI, if the operator says where people reach it. */
  engineUi?: string
  /** Where rails reach it, to tell how payment requests ended. */
  eventsUrl: string
  /** The caches in memory of a process that serves requests. */
  caches?: KeptCaches
  /** Called when locks are taken against their order (`ranks.ts`); throws by default. */
  outOfOrder?: (message: string) => void
  /** In tests, where the engine is hours ahead of the database: a step is then done at its time. */
  skipsTime?: boolean
  /**
   * Only for the test that compares all: `plain` lets MikroORM write every flush, `orm` lets its
   * unit of work find whatever is new.
   */
  lane?: 'plain' | 'orm'
}

type Slow =
  | 'mail'
  | 'documents'
  | 'apart'
  | 'erp'
  | 'bankFeeds'
  | 'fileServers'
  | 'rates'
  | 'rails'
  | 'git'
  | 'poster'
  | 'engine'

/** What a unit works with. What takes as long as others please is not there while it has a connection. */
export type Inside = Omit<Runtime, Slow>

/** The tables' metadata and the unit of work. It owns no connection: each unit brings its own. */
export function createOrm(): MikroORM {
  const orm = new MikroORM({
    entities: [...entities],
    dbName: 'receivables',
    driverOptions: kyselyOn(),
    ensureDatabase: false,
    subscribers: [changeRecorder],
    schemaGenerator: { createForeignKeyConstraints: false },
    // No entity has relations, and only relations need accessors on each column.
    propagationOnPrototype: false,
    validateRequired: true,
    forceUtcTimezone: true,
  })
  prepareReads(orm)
  return orm
}
