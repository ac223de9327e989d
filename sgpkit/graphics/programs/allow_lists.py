"""Allow-lists for matplotlib and Pillow programs that only draw and calculate, and so may share a sandbox.

`import *` is allowed only for modules whose names are all harmless.
"""

from sgpkit.sandbox.untrusted.allow_list import AllowList

_CALCULATING = """
    sin cos tan asin acos atan atan2 sinh cosh tanh pi e tau inf nan sqrt hypot dist exp log log2 log10 floor ceil fabs
    fmod fsum factorial gcd trunc radians degrees comb perm
    random randint randrange choice choices uniform shuffle sample seed gauss default_rng rand randn normal integers
    product chain combinations permutations accumulate count repeat islice cycle
    append extend insert pop remove index reverse sort copy keys values items get update add
    join split strip lower upper replace startswith endswith real imag
    array asarray arange linspace logspace zeros ones zeros_like ones_like full full_like empty eye identity meshgrid
    concatenate vstack hstack column_stack row_stack stack tile roll flip cumsum cumprod diff outer dot cross
    matmul deg2rad rad2deg arcsin arccos arctan arctan2 power square abs absolute sign round around clip mod min max
    minimum maximum sum prod mean median std var argmin argmax argsort unique where isclose allclose any all
    interp polyfit polyval linalg norm inv det reshape ravel flatten transpose T shape size ndim dtype astype tolist
    float64 float32 int64 int32 newaxis angle conj
"""
_MATPLOTLIB = """
    pyplot patches lines path transforms collections figure subplots subplot subplot_mosaic axes gca gcf cla clf
    add_subplot add_axes subplots_adjust tight_layout set_tight_layout constrained_layout autofmt_xdate
    plot scatter fill fill_between fill_betweenx stem step bar barh hist pie errorbar stackplot quiver arrow annotate
    text title suptitle xlabel ylabel legend grid axis xlim ylim xticks yticks tick_params ticklabel_format box margins
    axhline axvline axline axhspan axvspan hlines vlines contour contourf
    set_xlim set_ylim set_xlabel set_ylabel set_title set_aspect set_axis_off set_axis_on set_xticks set_yticks
    set_xticklabels set_yticklabels set_facecolor set_edgecolor set_color set_linewidth set_linestyle set_alpha
    set_visible set_zorder set_position set_size_inches set_dpi set_frame_on set_box_aspect set_xbound set_ybound
    set_data set_xy set_xdata set_ydata set_clip_on set_capstyle set_joinstyle set_fill set_antialiased set
    invert_xaxis invert_yaxis autoscale autoscale_view relim set_autoscale_on set_clip_path set_transform
    add_patch add_line add_collection add_artist transData transAxes spines xaxis yaxis patch set_ticks
    get_xlim get_ylim get_xaxis get_yaxis get_figure get_width get_height get_transform
    Circle Rectangle Polygon RegularPolygon Ellipse Arc Wedge Arrow FancyArrow FancyArrowPatch FancyBboxPatch PathPatch
    CirclePolygon Annulus StepPatch ConnectionPatch Line2D Path Affine2D LineCollection PatchCollection PolyCollection
    EllipseCollection CircleCollection MOVETO LINETO CURVE3 CURVE4 CLOSEPOLY STOP vertices codes unit_circle
    rotate rotate_deg rotate_around rotate_deg_around translate scale
    rcParams use show savefig close draw pause ion ioff rc rcdefaults
"""
_PILLOW = """
    Image ImageDraw new Draw line point polygon regular_polygon rectangle rounded_rectangle ellipse circle arc chord
    pieslice text multiline_text textlength save show size width height mode resize copy crop convert
    LANCZOS BICUBIC BILINEAR NEAREST ANTIALIAS Resampling
"""
_WHOLE = ("math", "cmath", "random", "itertools")
_COMMON = (*_WHOLE, "numpy")
_DRAWING = ("pyplot", "patches", "lines", "path", "transforms", "collections")

MATPLOTLIB = AllowList(
    (_CALCULATING + _MATPLOTLIB).split(),
    (*_COMMON, "matplotlib", *(f"matplotlib.{name}" for name in _DRAWING)),
    star=_WHOLE,
)
PILLOW = AllowList(
    (_CALCULATING + _PILLOW).split(),
    (*_COMMON, "PIL", "PIL.Image", "PIL.ImageDraw"),
    star=_WHOLE,
)
