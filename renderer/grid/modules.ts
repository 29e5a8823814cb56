import {
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  DateFilterModule,
  EventApiModule,
  ModuleRegistry,
  NumberFilterModule,
  PinnedRowModule,
  QuickFilterModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  ScrollApiModule,
  TextFilterModule,
  TooltipModule,
} from 'ag-grid-community';

/** Registers the parts of the grid that our panels use, once, before the first grid. */
export function registerGridModules(): void {
  ModuleRegistry.registerModules([
    ClientSideRowModelModule,
    ClientSideRowModelApiModule,
    CellApiModule,
    CellStyleModule,
    ColumnApiModule,
    DateFilterModule,
    EventApiModule,
    NumberFilterModule,
    PinnedRowModule,
    QuickFilterModule,
    RowStyleModule,
    RowSelectionModule,
    RenderApiModule,
    RowApiModule,
    ScrollApiModule,
    TextFilterModule,
    TooltipModule,
  ]);
}
