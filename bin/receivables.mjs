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
  if (word === 'start') return [join(ROOT, 'src/main.ts'), rest]
  if (word !== 'run') return [join(ROOT, 'src/cli/main.ts'), args]
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
    await npmCi()
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

async function npmCi() {
  say('fetching the packages (npm ci); this takes a minute or two the first time')
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit', '--no-progress']
  const own = process.env.npm_execpath ?? ''
  const [program, first] =
    basename(own) === 'npm-cli.js' ? [process.execPath, [own]] : ['npm', []]
  const child = spawn(program, [...first, ...args, '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = forwardSignals(child)
  let output = ''
  const keep = (chunk) => (output = (output + chunk).slice(-100_000))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const spinner = spin('fetching the packages')
  const { code, signal, error } = await endOf(child)
  stop()
  spinner(code === 0 ? 'the packages are there' : 'npm ci failed')
  if (code === 0) return
  const last = output.trimEnd().split('\n').slice(-15).join('\n')
  throw new Error(
    `npm ci ended with ${error?.message ?? signal ?? code}. Its last lines:\n${last}\n` +
      'Check the connection to the package registry (npm config get registry) and the free disk\n' +
      `space, or run "npm ci" in ${ROOT} yourself, then start again.`,
  )
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
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, 500)
  timer.unref()
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
