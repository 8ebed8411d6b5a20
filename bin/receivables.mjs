#!/usr/bin/env node
// Runs under any Node from 20 on: gets what the checkout needs, then hands over to the right Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.receivables-installed')
const LOCK = join(ROOT, '.install.lock')
const NEEDED_NODE = 24

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`receivables: ${error.message}\n`)
  process.exit(1)
})

async function main(args) {
  const [file, rest] = target(args)
  // Production installs leave the development packages out, and only tests and tools want them.
  await installed({ development: args[0] === 'run' })
  await handOver(findNode(), file, rest)
}

function target(args) {
  const [word, ...rest] = args
  if (word === 'start') return [join(ROOT, 'bin/serve.mjs'), rest]
  if (word !== 'run') return [join(ROOT, 'bin/command.mjs'), args]
  if (!rest[0]) throw new Error('run: name a file, as in "receivables run test/run.ts"')
  return [resolve(ROOT, rest[0]), rest.slice(1)]
}

// ---- packages

async function installed({ development }) {
  const lockfile = join(ROOT, 'package-lock.json')
  if (!existsSync(lockfile)) return
  const wanted = readFileSync(lockfile, 'utf8')
  const stamp = createHash('sha256').update(wanted).digest('hex')
  if (readIfThere(STAMP) === stamp) return
  const complete = missingPackage(wanted, { development: true }) === undefined
  if (!complete && !development && missingPackage(wanted, { development }) === undefined) return
  if (complete) return writeStamp(stamp)
  await withLock(LOCK, async () => {
    if (readIfThere(STAMP) === stamp) return
    await fetchPackages()
    writeStamp(stamp)
  })
}

function writeStamp(stamp) {
  try {
    writeFileSync(STAMP, stamp)
  } catch {
    // A checkout that cannot be written to merely compares its packages again at the next start.
  }
}

/** A package of the lock that node_modules lacks, so that a hand-made install is left alone. */
function missingPackage(wanted, { development }) {
  const have = readIfThere(join(MODULES, '.package-lock.json'))
  if (have === undefined) return 'node_modules'
  const present = JSON.parse(have).packages ?? {}
  const packages = Object.entries(JSON.parse(wanted).packages ?? {})
  const missing = packages.find(([path, entry]) => {
    if (path === '' || entry.link || entry.optional || entry.devOptional || entry.peer) return false
    if (entry.dev && !development) return false
    return present[path]?.version !== entry.version
  })
  return missing?.[0]
}

async function fetchPackages() {
  say('fetching the packages; this takes a minute or two the first time')
  const spinner = spin('fetching the packages')
  let answer = await npm('ci')
  // A lock that was made without the builds for other systems is none to "npm ci", but it still
  // names one version of everything, and "npm install" keeps to it.
  if (!answer.ok && answer.output.includes('EUSAGE')) answer = await npm('install', '--no-save')
  spinner(answer.ok ? 'the packages are there' : 'the packages could not be fetched')
  if (answer.ok) return
  throw new Error(
    `npm ${answer.end}:\n${shortened(answer.output)}\n` +
      'Check the connection to the package registry (npm config get registry) and the free disk\n' +
      `space, or run "npm install" in ${ROOT} yourself, then start again.`,
  )
}

async function npm(...command) {
  const flags = ['--include=dev', '--no-fund', '--no-audit', '--no-progress', '--loglevel=error']
  const own = process.env.npm_execpath ?? ''
  const [program, first] = basename(own) === 'npm-cli.js' ? [process.execPath, [own]] : ['npm', []]
  const child = spawn(program, [...first, ...command, ...flags], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = forwardSignals(child)
  let output = ''
  const keep = (chunk) => (output = (output + chunk).slice(-100_000))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const { code, signal, error } = await endOf(child)
  stop()
  if (signal) dieOf(signal)
  return { ok: code === 0, output, end: error?.message ?? `ended with ${signal ?? code}` }
}

/** The cause stands first, and what to do about it last. */
function shortened(output) {
  const lines = output.trimEnd().split('\n')
  return (lines.length <= 24 ? lines : [...lines.slice(0, 12), '…', ...lines.slice(-10)]).join('\n')
}

function spin(what) {
  const began = Date.now()
  const frames = '|/-\\'
  const tty = process.stderr.isTTY
  const seconds = () => Math.round((Date.now() - began) / 1000)
  let turn = 0
  const show = () =>
    tty
      ? process.stderr.write(`\r${frames[turn++ % frames.length]} ${what}: ${seconds()} s `)
      : say(`${what}: ${seconds()} s`)
  const timer = setInterval(show, tty ? 200 : 10_000)
  return (last) => {
    clearInterval(timer)
    if (tty) process.stderr.write('\r\x1b[K')
    say(`${last} (${seconds()} s)`)
  }
}

/** Two starts at once: the second one waits, and takes over when the first one died. */
async function withLock(path, body) {
  for (let turns = 0; !takeLock(path); turns++) {
    const holder = Number(readIfThere(path))
    if (holder && !isAlive(holder)) rmSync(path, { force: true })
    else if (turns % 50 === 0) say(`waiting for process ${holder}, which is fetching the packages`)
    await sleep(200)
  }
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await body()
  } finally {
    process.off('exit', release)
    release()
  }
}

function takeLock(path) {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, String(process.pid))
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

// ---- the right Node

function findNode() {
  const packaged = join(MODULES, 'node/bin/node')
  if (existsSync(packaged)) return packaged
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_NODE) return process.execPath
  // npm may have been told to run no install scripts, and that one fetches the program.
  const installer = join(MODULES, 'node/installArchSpecificPackage.js')
  if (existsSync(installer)) {
    say(`fetching Node ${NEEDED_NODE}`)
    mkdirSync(join(MODULES, 'node/bin'), { recursive: true })
    const cwd = dirname(installer)
    const { stdout, stderr } = spawnSync(process.execPath, [installer], { cwd, encoding: 'utf8' })
    if (existsSync(packaged)) return packaged
    process.stderr.write(`${stdout}${stderr}`)
  }
  throw new Error(
    `Node ${NEEDED_NODE} is needed, this is ${process.version}, and the package "node" brought ` +
      `none.\nInstall Node ${NEEDED_NODE} (https://nodejs.org), or run "npm rebuild node" in ` +
      `${ROOT}, then start again.`,
  )
}

async function handOver(node, file, args) {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`)
  const child = spawn(node, [file, ...args], {
    stdio: 'inherit',
    env: { ...process.env, RECEIVABLES_LAUNCHER_PID: String(process.pid) },
  })
  forwardSignals(child)
  watchNpm(child)
  const { code, signal, error } = await endOf(child)
  if (error) throw new Error(`${node} could not be started: ${error.message}`)
  if (signal) dieOf(signal)
  else process.exit(code)
}

/** Ctrl-C reaches the child by the terminal itself; told again it would count as a second one. */
function forwardSignals(child) {
  const last = {}
  const onSignal = (signal) => {
    const repeated = Date.now() - (last[signal] ?? 0) < 500
    last[signal] = Date.now()
    if (repeated || (signal === 'SIGINT' && process.stdin.isTTY)) return
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, onSignal)
  return () => signals.forEach((signal) => process.off(signal, onSignal))
}

/** When npm itself is killed nobody is left to say stop, so that counts as one. */
function watchNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const npm = npmAbove()
  const timer = setInterval(() => {
    if (npmAbove() === npm) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, 500)
  timer.unref()
}

/** npm is our parent, or the parent of the shell it started us by. */
function npmAbove() {
  const stat = readIfThere(`/proc/${process.ppid}/stat`) ?? ''
  const [, name, above] = /\((.*)\) \S (\d+)/s.exec(stat) ?? []
  return /^(ba|da|a|z)?sh$/.test(name ?? '') ? `${process.ppid} ${above}` : String(process.ppid)
}

function endOf(child) {
  return new Promise((done) => {
    child.once('error', (error) => done({ error }))
    child.once('close', (code, signal) => done({ code, signal }))
  })
}

/** Ends as the child did, so that a shell sees the same cause. */
function dieOf(signal) {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 200)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
