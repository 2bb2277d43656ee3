import { useState } from 'react'
import type { Platform, PlatformChange } from '../../api/contract.ts'
import { usePlatformChange } from './use-platform-change.ts'

/** Saves only the changed settings: another user may change the others while the form is open. */
export function usePlatformForm<Wished extends Partial<Platform>>(platform: Platform) {
  const { save, isSaving } = usePlatformChange(platform)
  const [opened, setOpened] = useState(platform)
  const changesOf = (wished: Wished) => {
    const isChanged = ([name, value]: [string, unknown]) =>
      JSON.stringify(value) !== JSON.stringify(opened[name as keyof Platform])
    return Object.fromEntries(Object.entries(wished).filter(isChanged)) as PlatformChange
  }
  return {
    isSaving,
    isSame: (wished: Wished) => Object.keys(changesOf(wished)).length === 0,
    save: (wished: Wished, onRefused?: (error: Error) => boolean) =>
      save(changesOf(wished), () => setOpened({ ...opened, ...wished }), onRefused),
  }
}
