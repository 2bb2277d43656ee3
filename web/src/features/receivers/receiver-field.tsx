import type { ComponentProps } from 'react'
import { defined } from '../../../../domain/defined.ts'
import type { Receiver } from '../../api/contract.ts'
import { SearchedField } from '../../ui/searched-field.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { receiverQueries } from './queries.ts'

type ReceiverFieldProps = Omit<ComponentProps<typeof SearchedField<Receiver>>, 'list' | 'optionOf' | 'listWith'>

/** An open receiver, by its provider's id. */
export function ReceiverField(props: ReceiverFieldProps) {
  const providerName = useProviderName()
  return (
    <SearchedField<Receiver>
      {...props}
      list={(q) => receiverQueries.list({ status: 'ACTIVE', ...defined({ q }) })}
      listWith={(q) => receiverQueries.list({ q })}
      optionOf={({ receiverId, name, receiverProvider }) =>
        receiverId === null ? undefined : { value: receiverId, label: name, hint: providerName(receiverProvider) }
      }
    />
  )
}
