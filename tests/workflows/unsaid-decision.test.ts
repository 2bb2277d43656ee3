/** A late decision whose activity ended under an earlier release, which said nothing of what it took. */
import { NativeConnection, Worker } from '@temporalio/worker'
import pino from 'pino'
import { expect, inject, test } from 'vitest'
import type { Activities } from '../../activities/index.ts'
import { temporalClient } from '../../temporal/client.ts'
import { dataConverter } from '../../temporal/data-converter.ts'
import { installRuntime } from '../../worker/runtime.ts'
import { type ChargeDecisionInput, TASK_QUEUES, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { createLocalSettings } from '../support/settings.ts'
import { freshNamespace } from '../support/stack.ts'

interface WorkflowMetadata {
  currentDetails: string
}

const INPUT: ChargeDecisionInput = {
  chargeId: 'a charge',
  platformId: 'a platform',
  decision: { id: 'a decision', by: 'Ana', about: 'amountMismatch' },
}

test('is recorded as carried out, and Temporal Web shows meanwhile what it is', async () => {
  const { drop, ...namespace } = await freshNamespace()
  const settings = createLocalSettings({ databaseUrl: 'unused', ...namespace })
  installRuntime(pino({ level: 'silent' }))
  const { workflow, connection } = temporalClient(settings)
  const native = await NativeConnection.connect({ address: settings.temporalAddress })
  const details: string[] = []
  const recorded: Parameters<Activities['recordDecision']>[0][] = []
  const activities = {
    takeLateAmounts: async () => {
      const shown = await workflow.getHandle('decision').query<WorkflowMetadata>('__temporal_workflow_metadata')
      details.push(shown.currentDetails)
    },
    recordDecision: (decision: Parameters<Activities['recordDecision']>[0]) => {
      recorded.push(decision)
      return Promise.resolve({ needsAttention: false })
    },
    loadChargeFacts: () => Promise.resolve({ status: 'APPROVED', transactionId: null }),
  }
  const workflowBundle = { codePath: inject('workflowBundlePath') }
  // Where its provider is asked.
  const taskQueue = TASK_QUEUES.polling
  try {
    const worker = await Worker.create({
      connection: native,
      namespace: settings.temporalNamespace,
      taskQueue,
      workflowBundle,
      activities,
      dataConverter: dataConverter(settings.masterKey, 'mark'),
    })
    const started = { taskQueue, workflowId: 'decision', args: [INPUT] }
    const answer = await worker.runUntil(workflow.execute(WORKFLOW_TYPES.chargeDecision, started))
    expect(answer).toEqual({ became: 'carriedOut' })
    expect(details).toEqual(['Decisão de um operador depois do fim da cobrança.'])
    expect(recorded).toMatchObject([{ decided: { became: 'carriedOut', kind: 'resolve', id: 'a decision' } }])
  } finally {
    await Promise.all([connection.close(), native.close()])
    await drop()
  }
})
