import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { closest } from 'fastest-levenshtein'
import { z } from 'zod'

const whole = (fallback: number) => z.coerce.number().int().min(0).default(fallback)

const weighted = (one: string): [tenantId: string, weight: number] => {
  const [tenantId = '', weight] = one.split('=')
  return [tenantId, Number(weight)]
}

/**
 * Every environment variable of the platform: its name, its default, and why one would change it.
 */
export const Environment = z.object({
  PORT: whole(8080).describe('Port of the interface; the next free one when it is taken.'),
  RECEIVABLES_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 to serve other machines.'),
  RECEIVABLES_HEALTH_PORT: whole(8090).describe(
    'Port of /health/* of a worker or relay in a process of its own; the next free one when it ' +
      'is taken, at RECEIVABLES_HOST: set both for a probe from outside. The interface has it at ' +
      'its own port.',
  ),
  RECEIVABLES_DATA_DIR: z
    .string()
    .default('.data')
    .describe('Where the embedded database, logs, mails and the master key live.'),
  RECEIVABLES_CACHE_DIR: z
    .string()
    .optional()
    .describe('Folder of built programs, for all checkouts; else the cache folder of the user.'),
  RECEIVABLES_DOCUMENTS_DIR: z
    .string()
    .optional()
    .describe(
      'Folder for documents that all processes share; without it they lie in the database. A ' +
        'process with another folder than the others is refused.',
    ),
  RECEIVABLES_DOCUMENTS_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.-]+)*$/, 'a bucket, or bucket/beginning')
    .optional()
    .describe(
      'Bucket of S3, or of a server that speaks as it does, for documents; with a slash and the ' +
        'beginning of their names, where it has others too. AWS_REGION, AWS_ENDPOINT_URL_S3, ' +
        'AWS_ACCESS_KEY_ID and the like say where it is, and as whom it is asked.',
    ),
  RECEIVABLES_BANKS_DIR: z
    .string()
    .regex(/^\//, 'the path of a folder')
    .optional()
    .describe(
      'Folder, the same for all workers, in which each tenant has one of its own (TN…), where ' +
        'banks leave files that its feeds fetch; else banks in the data folder.',
    ),
  DATABASE_URL: z
    .string()
    .optional()
    .describe('A PostgreSQL of your own, as the owner of its database; else one is embedded.'),
  RECEIVABLES_DATABASE_ROLES: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,40}$/)
    .optional()
    .describe(
      'Prefix of the run-time, relay and reading roles, for databases of one server under ' +
        'different master keys; the database name by default.',
    ),
  RECEIVABLES_MIGRATE: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'off where `npx receivables migrate` brings the schema up before a release is started: a ' +
        'start then changes nothing, and waits until that is done.',
    ),
  RECEIVABLES_DATABASE_POOL: whole(Math.max(8, 4 * availableParallelism())).describe(
    'Connections of a process for requests and work; documents, relay and jobs have about a ' +
      'dozen more of their own. More than 8 a core only lengthens the tail.',
  ),
  RECEIVABLES_DATABASE_QUEUE: whole(1000).describe(
    'Requests that may wait for their turn, and for a connection, before others are answered ' +
      '503; three quarters of one tenant.',
  ),
  RECEIVABLES_DEMO: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'Whether a start makes the demonstration, tenants with tokens that it prints: on in the ' +
        'embedded database, off in that of DATABASE_URL; --demo is on.',
    ),
  TEMPORAL_ADDRESS: z
    .string()
    .optional()
    .describe(
      'A Temporal of your own (with the variables of Temporal itself); else one is embedded.',
    ),
  RECEIVABLES_TEMPORAL_UNGUARDED: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'on uses a TEMPORAL_ADDRESS of another machine without a client certificate or key of ' +
        "Temporal's own variables: whoever reaches it can do anything there.",
    ),
  RECEIVABLES_TEMPORAL_BIN_DIR: z
    .string()
    .optional()
    .describe('Folder of Temporal programs to embed, on a machine that cannot build them.'),
  TEMPORAL_NAMESPACE: z.string().default('receivables').describe('Namespace of all workflows.'),
  RECEIVABLES_WORKER_BUILD: z
    .string()
    .regex(/^[0-9A-Za-z][0-9A-Za-z._-]{0,62}$/, 'letters, digits, dots, - and _')
    .optional()
    .describe(
      'Name of the version that a worker runs, as 2026.11-3, for versions beside each other: it ' +
        'gets work once `npx receivables workers current` names it, and ends what it began. ' +
        'Without it a worker takes whatever no version has.',
    ),
  TEMPORAL_UI_PORT: whole(8233).describe(
    'Port, of this machine alone, where people log in to the embedded Temporal UI.',
  ),
  RECEIVABLES_TEMPORAL_UI_URL: z
    .url()
    .optional()
    .describe(
      "Address at which the tenant's people reach the Temporal UI: answers then link to the " +
        'process of a thing; without it they name its id.',
    ),
  RECEIVABLES_OPERATOR_TENANT: z
    .string()
    .regex(/^TN[0-9A-HJKMNP-TV-Z]{26}$/, 'the id of a tenant, TN…')
    .optional()
    .describe(
      'Tenant whose users with ViewDeveloperTools see the processes of all tenants in Temporal; ' +
        'without it the first that was made beside embedded engines, else nobody.',
    ),
  RECEIVABLES_MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe(
      '32 bytes in hex, the one that the database was begun with, in all processes; else made ' +
        'once in the data folder, of which keep a copy.',
    ),
  RECEIVABLES_FURTHER_KEYS: z
    .string()
    .regex(/^[0-9a-f]{64}(?:,[0-9a-f]{64})*$/, '64 hex digits each, separated by commas')
    .transform((keys) => keys.split(','))
    .optional()
    .describe(
      'Master keys beside that of RECEIVABLES_MASTER_KEY, in all processes: the one that is to ' +
        'come before `npx receivables key rotate`, and former ones until `key remove`.',
    ),
  RECEIVABLES_EXPORT_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe(
      '32 bytes in hex that open the secrets of an exported tenant: made and said by `tenant ' +
        'export`, wanted by `tenant import`.',
    ),
  RECEIVABLES_RATE_LIMIT: whole(5000).describe(
    'Requests a second of one user or service account with all their tokens, over all processes; ' +
      '0 for no limit.',
  ),
  RECEIVABLES_TENANT_RATE_LIMIT: whole(10_000).describe(
    'Requests a second of all callers of one tenant, over all processes; 0 for no limit.',
  ),
  RECEIVABLES_TENANT_WEIGHTS: z
    .string()
    .regex(
      /^TN[0-9A-Z]{26}=(?:[1-9]\d?|100)(?:,TN[0-9A-Z]{26}=(?:[1-9]\d?|100))*$/,
      'id=1 to 100, separated by commas',
    )
    .transform((all) => new Map(all.split(',').map(weighted)))
    .default(new Map<string, number>())
    .describe(
      'TN…=3,… of tenants that have more than one turn where tenants have turns; the same for ' +
        'all processes.',
    ),
  RECEIVABLES_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'How many proxies of your own stand before it, so that the address of a caller is found. ' +
        'Without it, requests that a proxy forwarded are refused; 0 ignores what they say.',
    ),
  RECEIVABLES_BODY_LIMIT: whole(1024 * 1024).describe('Bytes of a JSON body.'),
  RECEIVABLES_BANK_FILE_LIMIT: whole(1024 * 1024 * 1024).describe(
    'Bytes of a file of a bank that is sent as a form; of one tenant twice as many may be on ' +
      'their way at once.',
  ),
  RECEIVABLES_SMTP_URL: z
    .string()
    .optional()
    .describe('smtp(s)://… sends mails; else they are written to the data folder.'),
  RECEIVABLES_MAIL_FROM: z
    .string()
    .default('Receivables <no-reply@localhost>')
    .describe('Sender of the mails.'),
  RECEIVABLES_RATES: z
    .string()
    .regex(/^(?:https:\/\/|\/)\S+$/, 'https://… or the path of a file')
    .optional()
    .describe(
      'https://… or file of exchange rates (eurofxref XML of the ECB, CSV or JSON of the ' +
        'Riksbank), loaded for all tenants at 16:30 of business days.',
    ),
  RECEIVABLES_PUBLIC_URL: z
    .string()
    .optional()
    .describe('Address under which people reach the platform, for links in mails.'),
  RECEIVABLES_EVENTS_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .optional()
    .describe(
      'Address at which rails reach the interface, to tell how payment requests ended; else ' +
        'PORT of this machine. A rail that does not get there is asked after a minute.',
    ),
  RECEIVABLES_REALTIME_ORIGINS: z
    .string()
    .regex(/^https?:\/\/[^\s,/]+(?:,https?:\/\/[^\s,/]+)*$/, 'https://host, separated by commas')
    .transform((origins) => new Set(origins.toLowerCase().split(',')))
    .optional()
    .describe('https://host,… of pages elsewhere whose browsers may open the realtime channel.'),
  RECEIVABLES_WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .regex(/^[^\s,]+:\d{1,5}(?:,[^\s,]+:\d{1,5})*$/, 'host:port, separated by commas')
    .transform((hosts) => new Set(hosts.toLowerCase().split(',')))
    .optional()
    .describe(
      'host:port,… of receivers of webhooks and SFTP servers of banks that may stand at an ' +
        'address that is not public.',
    ),
  RECEIVABLES_CRASH_AT: z
    .string()
    .optional()
    .describe('For kill tests alone, refused elsewhere: where the process is to kill itself.'),
  RECEIVABLES_BUNDLE: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off starts from the sources, which takes longer, even where a bundle was made.'),
  RECEIVABLES_TRACES_URL: z
    .url({ protocol: /^https?$/, error: 'http://…/v1/traces of a collector' })
    .optional()
    .describe(
      'Where a collector takes traces by OTLP over HTTP, as http://127.0.0.1:4318/v1/traces; ' +
        'without it nothing is traced. What it wants to be shown stands in OTEL_EXPORTER_OTLP_HEADERS.',
    ),
  RECEIVABLES_TRACES_SHARE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      'Of the traces that begin here, from 0 to 1; one that a caller began by traceparent is ' +
        'told if the caller keeps it. Fewer cost less.',
    ),
  RECEIVABLES_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('The least that is logged; info for production, debug to look for a fault.'),
})

export type Environment = z.output<typeof Environment>

/** Between our own programs: who started it, and what a test run is about. */
const amongOurselves = new Set([
  'RECEIVABLES_LAUNCHER_PID',
  'RECEIVABLES_TEST_AREAS',
  'RECEIVABLES_TEMPORAL_TEST_SERVER',
])

/** What Kubernetes and Docker tell all containers of a service that is called receivables-…. */
const ofService =
  /_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_[A-Z]+)?)$/
const isOfService = (name: string, value = '') =>
  ofService.test(name) || (name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value))

const prefix = 'RECEIVABLES_'
const withoutPrefix = (name: string) => name.replace(prefix, '')

/** A name that nobody reads was meant to be one that somebody does. */
function refuseUnknown(env: NodeJS.ProcessEnv): void {
  // Some names are without the prefix, as PORT.
  const known = new Map(Object.keys(Environment.shape).map((name) => [withoutPrefix(name), name]))
  const unknown = Object.keys(env).filter(
    (name) =>
      name.startsWith(prefix) &&
      !(name in Environment.shape) &&
      !amongOurselves.has(name) &&
      !isOfService(name, env[name]),
  )
  if (unknown.length === 0) return
  const nearest = (name: string) => known.get(closest(withoutPrefix(name), [...known.keys()])) ?? ''
  const faults = unknown.map((name) => `there is no ${name}; the nearest is ${nearest(name)}`)
  throw new Error(`environment: ${faults.join('. ')}. All of them: npx receivables environment`)
}

function refuseTwoPlaces(env: Environment): void {
  if (env.RECEIVABLES_DOCUMENTS_DIR === undefined) return
  if (env.RECEIVABLES_DOCUMENTS_BUCKET === undefined) return
  throw new Error(
    'environment: documents lie in one place: leave RECEIVABLES_DOCUMENTS_DIR or ' +
      'RECEIVABLES_DOCUMENTS_BUCKET away',
  )
}

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  refuseUnknown(env)
  const given = Object.fromEntries(
    Object.keys(Environment.shape).map((name) => [name, env[name] === '' ? undefined : env[name]]),
  )
  const read = Environment.safeParse(given)
  if (!read.success) throw new Error(`environment: ${z.prettifyError(read.error)}`)
  refuseTwoPlaces(read.data)
  return { ...read.data, RECEIVABLES_DATA_DIR: resolve(read.data.RECEIVABLES_DATA_DIR) }
}
