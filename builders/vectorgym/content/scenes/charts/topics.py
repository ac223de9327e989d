"""Topics of charts: titles with categories, names of series, a range of values, and a matching picture.

The texts are made up; so are all numbers.
"""

from typing import NamedTuple


class Topic(NamedTuple):
    """A topic. `categories` in their order, from which a run is taken; `series`: what may be compared; `parts`: what a
    pie is cut into; `picture`: a kind of the object grammar."""

    title: str
    subtitle: str
    categories: tuple[str, ...]
    series: tuple[str, ...]
    parts: tuple[str, ...]
    low: int
    high: int
    picture: str
    axis: str


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
YEARS = tuple(str(year) for year in range(2012, 2025))
TOWNS = ("Oslo", "Porto", "Lyon", "Turin", "Ghent", "Bergen", "Graz", "Split", "Malmo", "Cork", "Brno", "Bilbao")
HOURS = ("6 am", "8 am", "10 am", "noon", "2 pm", "4 pm", "6 pm", "8 pm", "10 pm")
SHOPS = ("North", "South", "East", "West", "Harbor", "Market", "Station")
GROUPS = ("Children", "Teenagers", "Adults", "Seniors")

TOPICS: tuple[Topic, ...] = (
    Topic(
        "Coffee sold",
        "Cups a day",
        DAYS,
        SHOPS,
        ("Espresso", "Latte", "Mocha", "Filter", "Decaf", "Iced", "Flat white"),
        20,
        95,
        "coffee mug",
        "Day",
    ),
    Topic(
        "Books borrowed",
        "Hundreds a month",
        MONTHS,
        GROUPS,
        ("Novels", "Comics", "Travel", "History", "Cooking", "Science", "Poetry"),
        5,
        48,
        "stack of books",
        "Month",
    ),
    Topic(
        "Bicycle rides",
        "Thousands a year",
        YEARS,
        ("Summer", "Winter", "Spring", "Autumn"),
        ("Work", "School", "Shopping", "Leisure", "Sport", "Delivery"),
        10,
        80,
        "bicycle",
        "Year",
    ),
    Topic(
        "Ice cream orders",
        "Scoops an hour",
        HOURS,
        ("Cone", "Cup", "Waffle"),
        ("Vanilla", "Lemon", "Mint", "Cherry", "Mango", "Cocoa", "Nut", "Berry"),
        4,
        60,
        "ice cream cone",
        "Time",
    ),
    Topic(
        "Flights on time",
        "Departures a day",
        TOWNS,
        ("Morning", "Midday", "Evening"),
        ("Early", "On time", "15 min", "30 min", "60 min", "Canceled"),
        40,
        98,
        "airplane",
        "Airport",
    ),
    Topic(
        "Computer sales",
        "Units in thousands",
        YEARS,
        ("Laptops", "Desktops", "Tablets", "Phones"),
        ("Office", "Gaming", "Schools", "Home", "Design", "Servers"),
        8,
        90,
        "laptop",
        "Year",
    ),
    Topic(
        "Pizza deliveries",
        "Boxes a day",
        DAYS,
        SHOPS,
        ("Margherita", "Funghi", "Salami", "Tuna", "Veggie", "Hawaii", "Calzone"),
        15,
        88,
        "pizza",
        "Day",
    ),
    Topic(
        "Cherry harvest",
        "Tons a season",
        YEARS,
        ("Hill farm", "Lake farm", "Old mill"),
        ("Sweet", "Sour", "Black", "Yellow", "Wild"),
        6,
        45,
        "bunch of cherries",
        "Season",
    ),
    Topic(
        "Bus passengers",
        "Thousands a month",
        MONTHS,
        ("Line 1", "Line 2", "Line 3", "Line 4"),
        ("Day pass", "Single", "Student", "Senior", "Month", "Group"),
        12,
        75,
        "bus",
        "Month",
    ),
    Topic(
        "Castle visitors",
        "Hundreds a month",
        MONTHS,
        ("Tours", "Museum", "Garden"),
        ("Families", "Schools", "Couples", "Groups", "Locals", "Guests"),
        10,
        98,
        "castle",
        "Month",
    ),
    Topic(
        "Guitar lessons",
        "Hours a week",
        TOWNS,
        ("Beginners", "Advanced", "Masters"),
        ("Rock", "Jazz", "Folk", "Blues", "Classic", "Flamenco"),
        3,
        40,
        "guitar",
        "Town",
    ),
    Topic(
        "Tractor repairs",
        "Jobs a month",
        MONTHS,
        ("Engine", "Wheels", "Hydraulics"),
        ("Engine", "Wheels", "Brakes", "Lights", "Cabin", "Hitch"),
        2,
        38,
        "tractor",
        "Month",
    ),
    Topic(
        "Apple prices",
        "Cents a kilogram",
        YEARS,
        ("Red", "Green", "Organic"),
        ("Juice", "Cider", "Fresh", "Sauce", "Cake", "Dried"),
        60,
        240,
        "apple",
        "Year",
    ),
    Topic(
        "Umbrella rentals",
        "Pieces a day",
        DAYS,
        SHOPS,
        ("Rain", "Sun", "Wind", "Snow", "Just in case"),
        5,
        70,
        "umbrella",
        "Day",
    ),
    Topic(
        "Screen time",
        "Minutes a day",
        (*GROUPS, "Students", "Parents", "Teachers"),
        ("Phone", "Television", "Computer"),
        ("News", "Games", "Music", "Films", "Chat", "Maps", "Mail"),
        30,
        180,
        "television",
        "Group",
    ),
    Topic(
        "Rocket launches",
        "Starts a year",
        YEARS,
        ("Crewed", "Cargo", "Probes"),
        ("Weather", "Mail", "Science", "Tests", "Cargo", "Crew"),
        2,
        36,
        "rocket",
        "Year",
    ),
    Topic(
        "Clocks mended",
        "Pieces a month",
        MONTHS,
        ("Towers", "Wrists", "Walls"),
        ("Springs", "Hands", "Dials", "Bells", "Straps", "Glass"),
        4,
        52,
        "alarm clock",
        "Month",
    ),
    Topic(
        "Lab samples",
        "Tubes a day",
        DAYS,
        ("Water", "Soil", "Air"),
        ("Lake", "River", "Well", "Sea", "Rain", "Tap", "Spring"),
        8,
        64,
        "conical flask",
        "Day",
    ),
    Topic(
        "Paint used",
        "Liters a room",
        ("Hall", "Kitchen", "Bath", "Attic", "Cellar", "Study", "Porch", "Nursery"),
        ("First coat", "Second coat", "Trim"),
        ("Walls", "Doors", "Ceilings", "Fences", "Frames", "Floors"),
        2,
        30,
        "paint bucket",
        "Room",
    ),
    Topic(
        "Cheese eaten",
        "Grams a head",
        TOWNS,
        ("Hard", "Soft", "Blue"),
        ("Gouda", "Brie", "Feta", "Edam", "Swiss", "Ricotta", "Cheddar"),
        10,
        90,
        "piece of cheese",
        "Town",
    ),
)
BY_TITLE = {topic.title: topic for topic in TOPICS}
"""Edits find further categories and series of the same topic here."""
