import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheDir, type Progress } from '../src/embedded/cache.ts'
import { findOnPath } from '../src/embedded/find-on-path.ts'
import { runProgram } from '../src/embedded/run-program.ts'
import { reasonToMiss, type Found } from './fetched.ts'
import { pythonWith } from './python.ts'
import { withApi } from './served-interface.ts'
import { conclude, root, step, type Ended } from './steps.ts'

const python = { name: 'openapi-python-client', version: '0.29.1' }
// It reads schemas by the compiler of its own time, which we no longer have.
const typescript = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3']

/** What each client does with a role, and what it must have read in the end. */
const said = 'Collectors, ReadInvoices, NOT_FOUND'

const inTypeScript = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'

const [, , baseUrl = '', token = ''] = process.argv
const client = createClient<paths>({ baseUrl, headers: { Authorization: 'Bearer ' + token } })
const { data: role } = await client.POST('/roles', {
  body: { name: 'Collectors', rights: ['ReadInvoices'] },
})
if (role === undefined) throw new Error('no role')
const { data: read } = await client.GET('/roles/{id}', { params: { path: { id: role.id } } })
await client.DELETE('/roles/{id}', { params: { path: { id: role.id } } })
const { error } = await client.GET('/roles/{id}', { params: { path: { id: role.id } } })
const status: components['schemas']['ClientStatus'] = 'ACTIVE'
const { data: page } = await client.GET('/clients', { params: { query: { status } } })
if (page?.hasMore !== false) throw new Error('no page of clients')
console.log([read?.name, read?.rights?.[0], error?.code].join(', '))
`

const inPython = `
import sys
from made import AuthenticatedClient
from made.api.access import create_role, delete_role, read_role
from made.api.clients import list_clients
from made.models import ClientPage, ClientStatus, CreateRoleBody, Right

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
body = CreateRoleBody(name="Collectors", rights=[Right.READINVOICES])
role = create_role.sync(client=client, body=body)
read = read_role.sync(role.id, client=client)
delete_role.sync_detailed(role.id, client=client)
problem = read_role.sync(role.id, client=client)
page = list_clients.sync(client=client, status=ClientStatus.ACTIVE)
assert isinstance(page, ClientPage) and page.has_more is False
print(", ".join([read.name, read.rights[0].value, str(problem.code.value)]))
`

interface Called {
  url: string
  token: string
  description: string
}

/** Clients that others' generators make of the description are compiled, and call what is served. */
export function generatedClients(progress: Progress): Promise<Ended> {
  return step('generated clients', async () => {
    const makers = [
      { made: await pythonWith(python.name, python.version, progress), call: byPython },
      { made: await generatorOfTypes(progress), call: byTypeScript },
    ]
    const reasons = makers.flatMap(({ made }) => ('reason' in made ? [made.reason] : []))
    const skipped = reasons.length === 0 ? undefined : reasons.join('; ')
    const told = await withApi(async (url, token) => {
      const description = await (await fetch(`${url}/developers/openapi.json`)).text()
      const answers: string[] = []
      for (const { made, call } of makers) {
        if ('path' in made)
          answers.push(await inFolder(made.path, { url, token, description }, call))
      }
      return answers
    })
    const wrong = told.filter((one) => one !== said)
    return {
      passed: told.length - wrong.length,
      failed: wrong.length,
      skipped,
      output: wrong.join('\n'),
    }
  })
}

type Call = (path: string, folder: string, called: Called) => Promise<string>

async function inFolder(path: string, called: Called, call: Call): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'receivables-clients-'))
  try {
    writeFileSync(join(folder, 'openapi.json'), called.description)
    return (await call(path, folder, called)).trim()
  } catch (error) {
    return String(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const byPython: Call = async (path, folder, { url, token }) => {
  const make = ['generate', '--path', 'openapi.json', '--output-path', 'made', '--meta', 'none']
  const program = ['-m', 'openapi_python_client', ...make]
  await runProgram(path, program, { cwd: folder })
  writeFileSync(join(folder, 'call.py'), inPython)
  return runProgram(path, ['call.py', url, token], { cwd: folder })
}

const byTypeScript: Call = async (modules, folder, { url, token }) => {
  const node = process.execPath
  const cli = join(modules, 'openapi-typescript', 'bin', 'cli.js')
  await runProgram(node, [cli, 'openapi.json', '-o', 'api.d.ts'], { cwd: folder })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'call.ts'), inTypeScript)
  mkdirSync(join(folder, 'node_modules'))
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    symlinkSync(join(modules, name), join(folder, 'node_modules', name))
  }
  symlinkSync(join(root, 'node_modules', '@types'), join(folder, 'node_modules', '@types'))
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const options = '--strict --module nodenext --target es2024 --types node --outDir made call.ts'
  await runProgram(node, [compiler, ...options.split(' ')], { cwd: folder })
  return runProgram(node, ['made/call.js', url, token], { cwd: folder })
}

async function generatorOfTypes(progress: Progress): Promise<Found> {
  const npm = findOnPath('npm')
  if (!npm) return { reason: 'there is no npm on the PATH' }
  const dir = join(cacheDir(), 'openapi-typescript', typescript.join('-'))
  const install = async (draft: string) => {
    writeFileSync(join(draft, 'package.json'), '{ "private": true }')
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact']
    await runProgram(npm, ['install', ...options, ...typescript], { cwd: draft })
  }
  const reason = await reasonToMiss(dir, typescript.join(' '), install, progress)
  return reason === undefined ? { path: join(dir, 'node_modules') } : { reason }
}

if (import.meta.main) {
  conclude([await generatedClients((line) => process.stderr.write(`${line}\n`))])
}
