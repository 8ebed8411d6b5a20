import { join } from 'node:path'
import { Client, Connection } from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'
import { loadClientConnectConfig, type ClientConnectConfig } from '@temporalio/envconfig'
import { shownStarts } from './shown-starts.ts'
import { tracedStarts } from './traced-starts.ts'
import type { Keys } from '../keys/keys.ts'
import { EncryptionCodec } from './codec.ts'

export interface TemporalAt {
  address: string
  namespace: string
}

/** Address, TLS and API key as Temporal's own variables and profiles have them. */
export function connectConfig(at: TemporalAt): ClientConnectConfig {
  const config = loadClientConnectConfig()
  return {
    ...config,
    connectionOptions: { ...config.connectionOptions, address: at.address },
    namespace: at.namespace,
  }
}

/** Temporal's SDK takes it as a file, since workflows have a world of their own. */
export const failureConverterPath = join(import.meta.dirname, 'sealed-failures.ts')

export function dataConverter(keys: Keys): DataConverter {
  return { payloadCodecs: [new EncryptionCodec(keys)], failureConverterPath }
}

export interface TemporalClient {
  client: Client
  connection: Connection
  close(): Promise<void>
}

/** What every process of ours is begun with. */
export const startInterceptors = [tracedStarts, shownStarts] as const

/** Left to itself, a connection to an engine that was away for long is tried again ever less often. */
const reconnecting = {
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 2_000,
}

/** One connection a process. It connects when first used: a process starts without its engine too. */
export function temporalClient(at: TemporalAt, keys: Keys): TemporalClient {
  const { connectionOptions, namespace } = connectConfig(at)
  const connection = Connection.lazy({ ...connectionOptions, channelArgs: reconnecting })
  const client = new Client({
    connection,
    namespace: namespace ?? at.namespace,
    dataConverter: dataConverter(keys),
    interceptors: { workflow: [...startInterceptors] },
  })
  return { client, connection, close: () => connection.close() }
}
