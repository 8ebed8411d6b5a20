import { Argument, Command, Option } from 'commander'
import packageFacts from '../../package.json' with { type: 'json' }
import {
  countAsked,
  dayAsked,
  daysAsked,
  momentAsked,
  tenantAsked,
  zoneAsked,
} from './operator-values.ts'

// A reader such as `head` that has seen enough is no fault.
process.stdout.on('error', () => process.exit())

const program = new Command('receivables')
  .description('Works on an installation of the receivables platform')
  .version(packageFacts.version)
  .showHelpAfterError()
  // What stands after a command is said to it, not to the one that it belongs to.
  .enablePositionalOptions()
  .addHelpText(
    'after',
    '\n`npm start` serves it, and `npm start -- --help` says which parts it has.',
  )

const tenants = program
  .command('tenant')
  .description('tenants: who run their business on this installation')

tenants
  .command('create')
  .description('make a tenant and print its first token, which is shown once')
  .requiredOption('--name <name>', 'what the tenant is called')
  .option('--sandbox', 'for trying things out: kept as a fact of the tenant', false)
  .option('--time-zone <zone>', 'the zone of its business dates', zoneAsked, 'Europe/Stockholm')
  .option('--by-one', 'one person does what usually takes two (`dualControl`)', false)
  .option('--json', 'print JSON', false)
  .action(async (options) => (await import('./tenant.ts')).createTenantCommand(options))

tenants
  .command('list')
  .description('every tenant: its id, name, zone, and since when it is here')
  .option('--json', 'print JSON', false)
  .action(async (options) => (await import('./list-tenants.ts')).listTenantsCommand(options))

tenants
  .command('export')
  .description('write all that a tenant has into a file, for another installation')
  .argument('<tenant>', 'the id of the tenant', tenantAsked)
  .argument('<file>', 'the file, which is not there yet')
  .action(async (id, file) => (await import('./move-tenant.ts')).exportTenantCommand(id, file))

tenants
  .command('import')
  .description('take in a tenant of another installation, with the ids that it has there')
  .argument('<file>', 'what was exported; RECEIVABLES_EXPORT_KEY is what the export said')
  .action(async (file) => (await import('./move-tenant.ts')).importTenantCommand(file))

tenants
  .command('webhooks')
  .description('say which deliveries of webhooks operators see as workflows, or choose it')
  .argument('<tenant>', 'the id of the tenant', tenantAsked)
  .addOption(
    new Option(
      '--workflows <which>',
      'of every delivery, or of what did not succeed at once',
    ).choices(['always', 'on-failure']),
  )
  .action(async (id, options) => (await import('./tenant.ts')).tenantWebhooksCommand(id, options))

tenants
  .command('end-super-user')
  .description(
    'end a super-user whose second nobody can be any more: a person who left, a lost token',
  )
  .argument('<tenant>', 'the id of the tenant', tenantAsked)
  .argument('<id>', 'the id of the user or token')
  .action(async (tenant, id) => (await import('./tenant.ts')).endSuperUserCommand(tenant, id))

program
  .command('token')
  .description('tokens: what lets machines in')
  .command('create')
  .description("make a token of a tenant's own, of no user, and print it; it is shown once")
  .requiredOption('--tenant <id>', 'the id of the tenant', tenantAsked)
  .requiredOption('--name <name>', 'what it is for, as people find it in the list of tokens')
  .option('--role <name...>', 'what it may do: roles by their names', [])
  .option('--super-user', 'it may do everything, as the first token of the tenant', false)
  .option('--days <n>', 'for how long, 365 at most', daysAsked, 30)
  .option('--json', 'print JSON', false)
  .action(async (options) => (await import('./token.ts')).createTokenCommand(options))

const keys = program
  .command('key')
  .description('master keys: which one seals, what former ones still have sealed')

keys
  .command('list')
  .description('every key that the database knows, what it seals, and whether it can go')
  .option('--json', 'print JSON', false)
  .action(async (options) => (await import('./key.ts')).listKeysCommand(options))

keys
  .command('rotate')
  .description('make another key the current one and seal all anew, while everything serves')
  .option('--again', 'also where it changed within a day', false)
  .action(async (options) => (await import('./key.ts')).rotateKeyCommand(options))

keys
  .command('remove')
  .description('let a key go by which nothing is sealed any more')
  .argument('<id>', 'its id, of the list')
  .action(async (id) => (await import('./key.ts')).removeKeyCommand(id))

program
  .command('migrate')
  .description('bring the schema of the database up to this version, before it is started')
  .option('--list', 'name what would be applied, and change nothing', false)
  .action(async (options) => (await import('./migrate.ts')).migrateCommand(options))

program
  .command('rights')
  .description('rights: who may do what, and why')
  .command('explain')
  .description('say which role and right open an operation to somebody, or what is missing')
  .argument('<principal>', 'a token, or the id or e-mail of a user or service account')
  .argument('<method>', 'GET, POST, PUT or DELETE')
  .argument('<path>', 'as called: /roles/RO01…')
  .option('--tenant <id>', 'the tenant; that of the demonstration by default', tenantAsked)
  .option('--json', 'print JSON', false)
  .action(async (principal, method, path, options) =>
    (await import('./explain.ts')).explainCommand(principal, method, path, options),
  )

program
  .command('where')
  .description('find an operation: by method and path, by name, or by a part of either')
  .argument('<query...>')
  .action(async (query: string[]) => {
    const { where } = await import('./where.ts')
    process.stdout.write(`${where(query.join(' '))}\n`)
  })

program
  .command('doctor')
  .description('look whether all is well: disk, key, schema, clocks, workers, what waits, Temporal')
  .option('--json', 'print JSON', false)
  .action(async (options) => (await import('./doctor.ts')).doctorCommand(options))

program
  .command('verify')
  .description('compare what is kept with what it follows from, on live data')
  .option('--tenant <id>', 'one tenant; all of them by default', tenantAsked)
  .option('--json', 'print JSON', false)
  .action(async (options) => (await import('./verify.ts')).verifyCommand(options))

program
  .command('backup')
  .description('copy all that our own database has while it serves, and its log from then on')
  .argument('<folder>', 'where to, best on another disk; each call adds a copy')
  .option('--keep <n>', 'how many copies stay', countAsked, 7)
  .option('--with-key', 'the master key as well, by which everything is read', false)
  .action(async (folder, options) => (await import('./backup.ts')).backupCommand(folder, options))

program
  .command('restore')
  .description('make a data folder of a backup; RECEIVABLES_DATA_DIR must have no database yet')
  .argument('<folder>', 'the folder of the backups')
  .option('--until <moment>', 'as it was then, as 2026-11-22T14:00:00Z', momentAsked)
  .option('--empty-temporal', 'let the engine begin anew with what is open', false)
  .action(async (folder, options) => (await import('./backup.ts')).restoreCommand(folder, options))

program
  .command('rates')
  .description('exchange rates, and reference rates of late interest')
  .command('load')
  .description(
    'load a file: eurofxref XML of the ECB, CSV or JSON of the Riksbank, reference rates',
  )
  .argument('<file>', 'the file')
  .option('--tenant <id>', 'one tenant; all of them by default', tenantAsked)
  .option('--meant', 'take rates that differ by more than half from the last known one', false)
  .action(async (file, options) => (await import('./rates.ts')).loadRatesCommand(file, options))

const daily = program
  .command('jobs')
  .description('daily jobs: what comes next, and what became of each day')
  .enablePositionalOptions()
  .option('--json', 'print JSON', false)
  .action(async (options) => (await import('./jobs.ts')).listJobsCommand(options))

daily
  .command('run')
  .description('have a job done for a day that has come; what is done stays done')
  .argument('<job>', 'its name, as invoice.due')
  .option('--as-of <day>', 'the day, as 2026-11-22; today by default', dayAsked)
  .option('--tenant <id>', 'one tenant; all of them by default', tenantAsked)
  .action(async (job, options) => (await import('./jobs.ts')).runJobCommand(job, options))

daily
  .command('pause')
  .description('hold the schedules of a job; three days of what it misses are made up for later')
  .argument('<job>', 'its name')
  .option('--time-zone <zone>', 'one zone; all of them by default', zoneAsked)
  .action(async (job, options) => (await import('./jobs.ts')).pauseJobCommand(job, options))

daily
  .command('resume')
  .description('let the schedules of a job go on, and make up at once for what was missed')
  .argument('<job>', 'its name')
  .option('--time-zone <zone>', 'one zone; all of them by default', zoneAsked)
  .action(async (job, options) => (await import('./jobs.ts')).resumeJobCommand(job, options))

daily
  .command('history')
  .description('what became of each day, the latest first')
  .argument('[job]', 'its name; all of them by default')
  .option('--tenant <id>', 'one tenant; all of them by default', tenantAsked)
  .option('--limit <n>', 'how many at most', countAsked, 50)
  .option('--json', 'print JSON', false)
  .action(async (job, options) => (await import('./jobs.ts')).jobHistoryCommand(job, options))

daily
  .command('schedules')
  .description('schedules of tenants: when each comes next, and what became of its last run')
  .option('--tenant <id>', 'one tenant; all of them by default', tenantAsked)
  .option('--json', 'print JSON', false)
  .action(async (options) => (await import('./schedules.ts')).listSchedulesCommand(options))

const workers = program
  .command('workers')
  .description('versions of the workers: which one gets what begins, and which can go')
  .enablePositionalOptions()
  .option('--json', 'print JSON', false)
  .action(async (options) => (await import('./workers.ts')).listWorkersCommand(options))

workers
  .command('current')
  .description('let a version have what begins, and what lasts for days')
  .argument('<build>', 'the RECEIVABLES_WORKER_BUILD of workers that run')
  .action(async (build) => (await import('./workers.ts')).currentWorkersCommand(build))

workers
  .command('unversioned')
  .description('let workers without a version have what begins again')
  .action(async () => (await import('./workers.ts')).unversionedWorkersCommand())

const webhooks = program
  .command('webhook')
  .description('webhooks on the machine of who writes a receiver')

const asking = [
  new Option('--api <url>', 'address of the interface; that of the data folder by default'),
  new Option('--token <token>', 'whose events; the first tenant of the demonstration by default'),
]

webhooks
  .command('listen')
  .description('post what happens to an address, without https and a public name')
  .argument('<url>', 'as http://localhost:3000/hook')
  .option('--type <family...>', 'of these families alone', [])
  .option('--key <key>', 'what it is signed with; a new one by default')
  .addOption(asking[0]!)
  .addOption(asking[1]!)
  .action(async (url, options) => (await import('./webhook.ts')).listenCommand(url, options))

webhooks
  .command('send')
  .description('have something happen: a message of the family REALTIME')
  .argument('[text]', 'what it says', 'A test')
  .addOption(asking[0]!)
  .addOption(asking[1]!)
  .action(async (text, options) => (await import('./webhook.ts')).sendCommand(text, options))

program
  .command('completion')
  .description('print what a shell completes commands by: source <(npx receivables completion)')
  .addArgument(new Argument('[shell]', 'whose').choices(['bash', 'zsh', 'fish']).default('bash'))
  .action(async (shell) => {
    const { completionOf } = await import('./completion.ts')
    process.stdout.write(`${completionOf(program, shell)}\n`)
  })

program
  .command('environment')
  .description('every environment variable, its default and why one would change it')
  .action(async () => (await import('./environment.ts')).environmentCommand())

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`receivables: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
